package org.bdm.core.control.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is not moving.
 *
 * @param code an error code or a pause reason
 * @param text one sentence for people
 * @param nextAt when the program looks again by itself; null when only a person can go on
 */
public record StateReason(
        String code, String text, Instant since, @Nullable Instant nextAt) {}
