package org.bdm.server.job.progress;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is where it is.
 *
 * @param code of the reason; null if the job moves
 * @param reason one sentence
 * @param since since when
 * @param next one sentence: what happens next, or what a person has to do
 * @param nextAt when the program looks again by itself; null if only a person can go on, or nothing is awaited
 */
public record Explanation(
        @Nullable String code,
        String reason,
        Instant since,
        String next,
        @Nullable Instant nextAt) {}
