package org.bdm.core.control.job;

/**
 * Where the time of a job went, each stage summed over the files it worked on at once.
 */
public record TimeSplit(long listingMillis, long movingMillis, long verifyingMillis, long placingMillis) {}
