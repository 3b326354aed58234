package org.bdm.core.control.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.DigestValue;
import org.jspecify.annotations.Nullable;

/**
 * A file whose copies agree with each other and not with what was published.
 *
 * @param id Id of the dispute. Such as {@code dispute-3}.
 * @param jobId Id of the job that found it. Such as {@code job-7}.
 * @param destination Endpoint of its final name. Such as {@code bdm://south/in/CMIP6/tas.nc}.
 * @param bytes Size of the file in bytes, at least 0. Such as {@code 43690133}.
 * @param published The digests that were published.
 * @param found The digest that the copies agree on.
 * @param locations Where the copies are. Such as {@code ['https://esgf.example/data/tas.nc']}.
 * @param isKept True if the bytes are in the quarantine of the export.
 * @param state Whether it was decided, and how. One of {@code DisputeState}.
 * @param openedAt When it was found.
 * @param remark Remark of whoever decided; null while it is open. Such as {@code the publisher confirmed it}.
 * @param report Text for the publisher, several lines; null in a list. Such as {@code The copies of tas.nc agree with each other.}.
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
