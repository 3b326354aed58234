package org.bdm.core.control.holding;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a look at what the site holds.
 *
 * @param subject endpoint of this site; to verify also an instance id, or a job as {@code job-7}
 * @param withIndex to reconcile: whether to compare with the known replica sets too; false if absent
 */
public record StartSurvey(String subject, @Nullable Boolean withIndex) {
    /** Refuses a message that lacks what it cannot do without. */
    public StartSurvey {
        Objects.requireNonNull(subject, "subject is missing");
    }
}
