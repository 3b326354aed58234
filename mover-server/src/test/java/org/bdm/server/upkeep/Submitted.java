package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.discovery.index.Selection;

/** Jobs by their keys; can be told to lose the answer. */
final class Submitted implements SubscribedJobs {
    final Map<String, List<String>> byKey = new LinkedHashMap<>();
    boolean isAnswerLost;
    boolean acceptsIncomplete;
    Selection query;

    Submitted(Map<String, List<String>> facets) {
        query = Selection.ofFacets(facets);
    }

    @Override
    public Selection selection(Subscription subscription) {
        return query;
    }

    @Override
    public boolean acceptsIncomplete(Subscription subscription) {
        return acceptsIncomplete;
    }

    @Override
    public JobId submit(Subscription subscription, List<String> datasets, String key) {
        List<String> before = byKey.putIfAbsent(key, datasets);
        assertThat(before == null || before.equals(datasets))
                .as("the same batch has the same datasets")
                .isTrue();
        if (isAnswerLost) throw new MoverException(ErrorCode.OUTCOME_UNKNOWN, "the answer is lost");
        return new JobId(1 + List.copyOf(byKey.keySet()).indexOf(key));
    }

    @Override
    public ReplicationRequest request(Subscription subscription, List<String> datasets) {
        return new ReplicationRequest(
                0,
                "ann",
                "found",
                null,
                String.join("\n", datasets),
                null,
                null,
                null,
                RequestState.OPEN,
                Instant.EPOCH,
                null);
    }
}
