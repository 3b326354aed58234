package org.bdm.core.control.holding;

import java.time.Instant;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A look at what the site holds, or how far it is.
 *
 * @param id Id of the survey. Such as {@code survey-3}.
 * @param kind What it does. One of {@code SurveyKind}.
 * @param subject What it looks at: an endpoint, an instance id or the id of a job. Such as {@code bdm://south/in/CMIP6}.
 * @param state How far it is. One of {@code SurveyState}.
 * @param files Number of files that were looked at, at least 0. Such as {@code 1200}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 52428800000}.
 * @param findings Number of differences that were found, at least 0. Such as {@code 0}.
 */
public record SurveyView(
        String id,
        String kind,
        String subject,
        String owner,
        String state,
        long files,
        long bytes,
        long findings,
        @Nullable Problem problem,
        Instant createdAt,
        @Nullable Instant endedAt) {}
