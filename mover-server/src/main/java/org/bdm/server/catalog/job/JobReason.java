package org.bdm.server.catalog.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is where it is.
 *
 * @param code upper-case name, as {@link PauseReason} or an error code; at most 64 characters
 * @param text a sentence for a person: what, where, what next
 * @param since since when, to the millisecond
 * @param nextAt when it is looked at again; null if nobody knows
 */
public record JobReason(
        String code, String text, Instant since, @Nullable Instant nextAt) {
    /** Code of the reason that a job has from when somebody cancelled it until it is CANCELLED. */
    public static final String CANCELLING = "CANCELLING";
}
