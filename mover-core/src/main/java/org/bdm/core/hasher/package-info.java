/**
 * Digests of whole files, computed in order from blocks in passing, or by reading again.
 * It does not judge a digest, and never keeps blocks that others wait for: what does not fit is read again later.
 * Called by {@code fetch} for files that arrive, and by {@code serve} and {@code fetch} for files that are there.
 * Calls come from any thread; hash threads read and compute.
 */
@NullMarked
package org.bdm.core.hasher;

import org.jspecify.annotations.NullMarked;
