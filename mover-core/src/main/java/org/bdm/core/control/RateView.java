package org.bdm.core.control;

/**
 * Speed over the last seconds.
 */
public record RateView(long bytesPerSecond, double filesPerSecond) {}
