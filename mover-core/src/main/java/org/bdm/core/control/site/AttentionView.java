package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that needs a person.
 *
 * @param id Stable id: its kind and what it is about. Such as {@code failed-job-7}.
 * @param kind What kind of thing it is. One of {@code AttentionKind}.
 * @param code Code of the cause, by which items are grouped; an error code as a rule. Such as {@code CHECKSUM_MISMATCH}.
 * @param text The cause as a sentence. Such as {@code 1 file failed: checksum mismatch}.
 * @param since When it was first seen.
 * @param lastAt When it was last seen.
 * @param times How often it was seen, at least 1; the retries of a failed job count. Such as {@code 1}.
 * @param files Number of files that wait for the person; 0 if it is not about files. Such as {@code 3}.
 * @param jobIds Id of the job; empty if it is not about one. Such as {@code [job-7]}.
 * @param site Always null: it is about this site. Such as {@code south}.
 * @param actions What to do, in order: what removes the cause, and last the request that ends the item.
 * @param command The command of the first action, for a shell. Such as {@code bdm-client export list}.
 * @param request The request that ends the item, to be sent when its cause is removed.
 * @param acknowledgement The acknowledgement that holds; null if the item is open.
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
