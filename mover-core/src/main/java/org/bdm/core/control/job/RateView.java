package org.bdm.core.control.job;

/**
 * Speed over the last few seconds.
 *
 * @param filesPerSecond Files that ended per second, at least 0. Such as {@code 2.5}.
 */
public record RateView(long bytesPerSecond, double filesPerSecond) {}
