package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that needs a person.
 *
 * @param id stable: its kind and what it is about, as {@code failed-job-7}
 * @param kind PAUSED, FAILED, NEWER_VERSION or BACKUP
 * @param code of the cause, by which items are grouped
 * @param text one sentence: the cause
 * @param advice what the person can do
 * @param since when it was seen first
 * @param lastAt when it was seen last
 * @param times how often: 1, and the retries of a job that failed as well
 * @param files that wait for the person; 0 where it is not about files
 * @param jobIds the job; empty where it is not about one
 * @param actions what to do, in order: what removes the cause, and last the request
 * @param command of the first action
 * @param request the one that ends the item once its cause is removed
 * @param acknowledgement of a person, while it holds; null: the item is open
 */
public record AttentionView(
        String id,
        String kind,
        String code,
        String text,
        String advice,
        Instant since,
        Instant lastAt,
        int times,
        long files,
        List<String> jobIds,
        @Nullable String site,
        List<AttentionActionView> actions,
        String command,
        RemedyRequestView request,
        @Nullable AcknowledgementView acknowledgement) {
    /** An absent list is an empty one. */
    public AttentionView {
        jobIds = jobIds == null ? List.of() : List.copyOf(jobIds);
        actions = actions == null ? List.of() : List.copyOf(actions);
    }
}
