package org.bdm.core.rate;

import java.time.Duration;

/**
 * How long something will still take: with one chance in ten less than {@code p10}, as likely more as less than {@code p50}, with one
 * chance in ten more than {@code p90}.
 */
public record Estimate(Duration p10, Duration p50, Duration p90) {}
