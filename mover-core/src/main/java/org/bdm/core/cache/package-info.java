/**
 * Lends a fixed set of direct blocks, allocated once, to the network side and the disk side.
 * It is not a cache of file content: a block has one owner at a time and no identity when free.
 * Called by streams, readers, writers and hashers.
 * Safe on any thread and never blocks: who gets no block asks to be told when one is free.
 */
@NullMarked
package org.bdm.core.cache;

import org.jspecify.annotations.NullMarked;
