/**
 * The place where the files of a session go, by what it can do and not by how it does it.
 * It writes nothing itself: {@code writer}, {@code finish} and {@code journal} do that for a store of this machine, and another kind of place brings its own.
 * Called by {@code fetch}; made by the server's {@code job.run}, which knows the export.
 * What may block says so; all else is safe on any thread.
 */
@NullMarked
package org.bdm.core.destination;

import org.jspecify.annotations.NullMarked;
