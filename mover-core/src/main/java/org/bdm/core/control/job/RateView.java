package org.bdm.core.control.job;

/**
 * Speed over the last seconds.
 */
public record RateView(long bytesPerSecond, double filesPerSecond) {}
