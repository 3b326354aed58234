/**
 * The last steps of one file, in the proven order: attributes, force, verify, record, place, force the directories.
 * It does not receive or hash arriving bytes, and does not tell the catalog: its listener does.
 * Called by {@code fetch} with files whose bytes are all there.
 * Files are forced and verified in parallel, and placed in batches by one thread.
 */
@NullMarked
package org.bdm.core.finish;

import org.jspecify.annotations.NullMarked;
