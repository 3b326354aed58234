/**
 * Fills loans from a store, in about the order asked for, and packs small files together.
 * It does not know who asked or where the bytes go: that is behind the sink it is given.
 * Called by {@code serve}, one reader for each stream.
 * Reads run on a pool of threads that may block on the disk; a slow receiver never holds such a thread.
 */
@NullMarked
package org.bdm.core.reader;

import org.jspecify.annotations.NullMarked;
