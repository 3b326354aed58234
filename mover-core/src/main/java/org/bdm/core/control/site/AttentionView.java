package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Problems that need a person, grouped by cause.
 *
 * @param text one sentence: the cause
 * @param advice what the person can do
 * @param since of the oldest case
 * @param jobIds the first few
 */
public record AttentionView(
        String code,
        String text,
        String advice,
        Instant since,
        long files,
        List<String> jobIds,
        @Nullable String site) {
    /** An absent list is an empty one. */
    public AttentionView {
        jobIds = jobIds == null ? List.of() : List.copyOf(jobIds);
    }
}
