package org.bdm.core.control.request;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a manager for replication, and its outcome.
 *
 * @param reason in the words of the requester
 * @param draft that is asked for; null if datasets or a query are
 * @param datasetIds that are asked for
 * @param query wanted values by facet; unwanted ones under a name that begins with {@code !}
 * @param datasets number, as far as known; null if not
 * @param files number, as far as known; null if not
 * @param bytes of them, as far as known; null if not
 * @param state OPEN, APPROVED, DECLINED or WITHDRAWN
 * @param decidedAt null while it is open
 * @param decidedBy who approved, declined or withdrew it; null while it is open
 * @param remark for the requester; null while it is open
 * @param job that does it; null if there is none
 * @param jobState how far that job is; null if there is none
 */
public record ReplicationRequestView(
        String id,
        String requester,
        String reason,
        @Nullable String draft,
        List<String> datasetIds,
        Map<String, List<String>> query,
        @Nullable Long datasets,
        @Nullable Long files,
        @Nullable Long bytes,
        String state,
        Instant createdAt,
        @Nullable Instant decidedAt,
        @Nullable String decidedBy,
        @Nullable String remark,
        @Nullable String job,
        @Nullable String jobState) {
    /** Replaces absent lists and maps by empty ones. */
    public ReplicationRequestView {
        datasetIds = datasetIds == null ? List.of() : List.copyOf(datasetIds);
        query = query == null ? Map.of() : Map.copyOf(query);
    }
}
