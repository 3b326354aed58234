package org.bdm.core.control.holding;

import java.time.Instant;
import org.bdm.core.control.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A look at what the site holds, or how far it is.
 *
 * @param id for example {@code survey-3}
 * @param kind {@code SCAN}, {@code RECONCILE} or {@code VERIFY}
 * @param state {@code OPEN}, {@code DONE} or {@code FAILED}
 * @param files looked at
 * @param bytes their sizes
 * @param findings differences found
 * @param problem why it failed
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
