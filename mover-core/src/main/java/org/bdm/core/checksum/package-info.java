/**
 * Computes and compares digests, per block and per file.
 * It does not decide what a wrong digest means.
 * Called by everything that reads, writes or receives bytes.
 * A {@link org.bdm.core.checksum.RunningDigest} belongs to one thread at a time; all else is safe on any thread.
 */
@NullMarked
package org.bdm.core.checksum;

import org.jspecify.annotations.NullMarked;
