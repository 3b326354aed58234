package org.bdm.core.control.job;

/**
 * Time that a job spent in each stage, summed over the files that were in it at once.
 *
 * @param listingMillis Milliseconds of listing, at least 0. Such as {@code 1200}.
 * @param movingMillis Milliseconds of moving, at least 0. Such as {@code 480000}.
 * @param verifyingMillis Milliseconds of verifying, at least 0. Such as {@code 52000}.
 * @param placingMillis Milliseconds of placing, at least 0. Such as {@code 900}.
 */
public record TimeSplit(long listingMillis, long movingMillis, long verifyingMillis, long placingMillis) {}
