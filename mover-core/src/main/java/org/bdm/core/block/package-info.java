/**
 * Pieces of files: ranges, sets of ranges, and the tag that a block carries.
 * It holds no bytes: buffers belong to {@code cache}.
 * Every package but {@code control} may use it.
 * Records are safe on any thread; a {@link org.bdm.core.block.RangeSet} belongs to one owner.
 */
@NullMarked
package org.bdm.core.block;

import org.jspecify.annotations.NullMarked;
