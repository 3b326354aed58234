/**
 * Parts of the demo: server processes, a small replica set of NetCDF files, a comparison of two trees on disk.
 * It is not the order of events, which is in the verb {@code demo}, and it moves no data itself.
 * The verb calls it; the end-to-end tests start their servers with it as well.
 * Everything runs on the calling thread, except that the output of a process is read by a thread of its own.
 */
@NullMarked
package org.bdm.client.demo;

import org.jspecify.annotations.NullMarked;
