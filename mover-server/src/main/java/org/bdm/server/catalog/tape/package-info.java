/**
 * The files that jobs wait for because a data node has them on tape, and the requests that bring them, in the catalog.
 * It asks no tape service and decides nothing: the package tape does, this room remembers over restarts.
 * Tape, the running jobs, the API and the list of what needs a person use it.
 * Any thread that may block.
 */
@NullMarked
package org.bdm.server.catalog.tape;

import org.jspecify.annotations.NullMarked;
