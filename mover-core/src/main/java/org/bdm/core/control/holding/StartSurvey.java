package org.bdm.core.control.holding;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a look at what the site holds.
 *
 * @param subject Endpoint of this site; for a verification also an instance id, or the id of a job. Such as {@code bdm://south/in/CMIP6}.
 * @param withIndex For a reconciliation: true to compare with the known replica sets, too; null means false.
 * @param acceptChanged For a scan: the reason why changed files are taken as they are; the evidence of what was there goes to their
 * history. Null takes none. Such as {@code metadata corrected by the modelling group}.
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
