package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * A file whose copies agree with each other and not with what was published.
 *
 * @param id for example {@code dispute-3}
 * @param jobId the job that found it
 * @param destination endpoint URL of its final name
 * @param bytes size of the file
 * @param published the digests that were published
 * @param found the digest that the copies agree on
 * @param locations where the copies are
 * @param isKept whether the bytes are in the quarantine of the export
 * @param state {@code OPEN}, {@code ACCEPTED} or {@code REJECTED}
 * @param decidedAt null while it is open
 * @param decidedBy null while it is open
 * @param remark of who decided; null while it is open
 * @param report text for the publisher, several lines; only in the answer about one dispute
 */
public record DisputeView(
        String id,
        String jobId,
        String fileId,
        String destination,
        long bytes,
        List<DigestValue> published,
        DigestValue found,
        List<String> locations,
        boolean isKept,
        String state,
        Instant openedAt,
        @Nullable Instant decidedAt,
        @Nullable String decidedBy,
        @Nullable String remark,
        @Nullable String report) {
    /** Absent lists are empty ones. */
    public DisputeView {
        published = published == null ? List.of() : List.copyOf(published);
        locations = locations == null ? List.of() : List.copyOf(locations);
    }
}
