package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is not moving.
 *
 * @param code Code of the reason: an error code, a pause reason, or a word for what it waits for. One of {@code JobReason}.
 * @param text The reason as a sentence. Such as {@code It waits for its turn: jobs of a higher priority, and older ones of the same, go
 * first.}.
 * @param nextAt When the program tries again by itself; null if no time is set.
 */
public record StateReason(
        String code, String text, Instant since, @Nullable Instant nextAt) {}
