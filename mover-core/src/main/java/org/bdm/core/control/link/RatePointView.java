package org.bdm.core.control.link;

import java.time.Instant;

/**
 * Mean rates within one step of time.
 *
 * @param at Begin of the step.
 * @param bytesPerSecond Mean payload bytes per second in the step, at least 0; of a step that has not ended, until now. Such as {@code
 * 104857600}.
 * @param filesPerSecond Mean number of files that were finished per second in the step, at least 0. Within {@code 0..}. Such as {@code
 * 12.5}.
 */
public record RatePointView(Instant at, long bytesPerSecond, double filesPerSecond) {}
