/**
 * A site without network: catalog in a file, exports in memory, sources and sessions that do what a test says.
 * It is not the program: listing, moving and scheduling are the real ones.
 * Called by tests of intake, dispatch and scheduler.
 * Any thread.
 */
@NullMarked
package org.bdm.server.testkit;

import org.jspecify.annotations.NullMarked;
