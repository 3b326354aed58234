package org.bdm.core.control.holding;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a look at what the site holds.
 *
 * @param subject endpoint of this site; to verify also an instance id, or a job as {@code job-7}
 * @param withIndex to reconcile: whether to compare with the known replica sets too; false if absent
 * @param acceptChanged to scan: why files that changed on disk are taken as they are; the evidence of what was there goes to their history.
 *     Absent: they stay changed
 */
public record StartSurvey(
        String subject,
        @Nullable Boolean withIndex,
        @Nullable String acceptChanged) {
    /** A survey that accepts nothing. */
    public StartSurvey(String subject, @Nullable Boolean withIndex) {
        this(subject, withIndex, null);
    }

    /** Refuses a message that lacks what it cannot do without. */
    public StartSurvey {
        Objects.requireNonNull(subject, "subject is missing");
    }
}
