package org.bdm.core.control.job;

/**
 * Time a job spent in each stage, summed over the files that were in it at once.
 */
public record TimeSplit(long listingMillis, long movingMillis, long verifyingMillis, long placingMillis) {}
