package org.bdm.core.finish;

/**
 * Time that a finisher has spent so far.
 *
 * @param verifyingMillis files were read again, summed over files
 * @param placingMillis files were forced and placed, summed over files and batches
 */
public record FinishTimes(long verifyingMillis, long placingMillis) {}
