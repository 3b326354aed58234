/**
 * Checks each block, writes it, forces it and marks it in the journal.
 * It does not hash whole files and does not place them; it never blocks the network side.
 * Called by {@code fetch}; results go to a {@link org.bdm.core.writer.DurabilityListener}.
 * Each file belongs to one queue, which one writer works on at a time; forces run on threads of their own.
 */
@NullMarked
package org.bdm.core.writer;

import org.jspecify.annotations.NullMarked;
