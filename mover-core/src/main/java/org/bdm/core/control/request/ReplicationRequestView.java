package org.bdm.core.control.request;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a manager for replication, and its outcome.
 *
 * @param id Id of the request. Such as {@code request-3}.
 * @param requester Owner of the token that asked. Such as {@code ann}.
 * @param reason What the data are for, in the words of the requester. Such as {@code for a paper}.
 * @param draft Id of the draft that is asked for; null if datasets or a query are. Such as {@code draft-7}.
 * @param datasetIds The datasets that are asked for; empty in a list, or if a draft or a query is asked for. Such as {@code
 * [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr]}.
 * @param query Wanted values by facet name, unwanted ones under a name that begins with !; empty in a list, or if something else is asked
 * for. Such as {@code {source_id: [IPSL-CM6A-LR]}}.
 * @param datasets Number of datasets; null if it is not known. Such as {@code 12}.
 * @param files Number of files; null if it is not known. Such as {@code 120}.
 * @param bytes Sum of the sizes of the files in bytes; null if it is not known. Such as {@code 5242880000}.
 * @param state Whether it was decided, and how. One of {@code RequestState}.
 * @param decidedBy Owner of the token of whoever approved, declined or withdrew it; null while it is open. Such as {@code bob}.
 * @param remark For the requester; null while it is open. Such as {@code fine}.
 * @param job Id of the job that does it; null if there is none. Such as {@code job-7}.
 * @param jobState The state of that job; null if there is none. One of {@code JobState}.
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
