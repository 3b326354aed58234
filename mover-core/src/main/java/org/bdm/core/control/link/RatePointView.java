package org.bdm.core.control.link;

import java.time.Instant;

/**
 * Mean rates within one step of time.
 *
 * @param at begin of the step
 * @param bytesPerSecond payload that arrived
 * @param filesPerSecond files that were finished
 */
public record RatePointView(Instant at, long bytesPerSecond, double filesPerSecond) {}
