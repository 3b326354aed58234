package org.bdm.server.api.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.control.request.ReplicationRequestView;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedQuery;
import org.bdm.server.request.Wishes;
import org.jspecify.annotations.Nullable;

/** Requests as they are shown. */
final class RequestViews {
    private RequestViews() {}

    static ReplicationRequestView of(ReplicationRequest request, @Nullable JobState jobState) {
        List<String> datasets = new ArrayList<>();
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (ImportedEntry entry : Wishes.entries(request.wish())) {
            if (entry instanceof DatasetWish wish) {
                String node = wish.dataNode() == null ? "" : "|" + wish.dataNode();
                datasets.add(wish.dataset().instanceId() + node);
            } else if (entry instanceof ListedQuery asked) {
                query.putAll(asked.facets());
                asked.excluded().forEach((facet, values) -> query.put("!" + facet, values));
                asked.settings().forEach((name, value) -> query.put(name, List.of(value)));
            }
        }
        return view(request, datasets, query, jobState);
    }

    /** Without the datasets and the query, which may be long. */
    static ReplicationRequestView brief(ReplicationRequest request, @Nullable JobState jobState) {
        return view(request, List.of(), Map.of(), jobState);
    }

    private static ReplicationRequestView view(
            ReplicationRequest request,
            List<String> datasets,
            Map<String, List<String>> query,
            @Nullable JobState jobState) {
        ReplicationRequest.Decision decision = request.decision();
        return new ReplicationRequestView(
                "request-" + request.number(),
                request.requester(),
                request.reason(),
                request.draft() == null ? null : "draft-" + request.draft(),
                datasets,
                query,
                request.datasets(),
                request.files(),
                request.bytes(),
                request.state().name(),
                request.createdAt(),
                decision == null ? null : decision.at(),
                decision == null ? null : decision.by(),
                decision == null ? null : decision.remark(),
                decision == null || decision.job() == null
                        ? null
                        : decision.job().toString(),
                jobState == null ? null : jobState.name());
    }
}
