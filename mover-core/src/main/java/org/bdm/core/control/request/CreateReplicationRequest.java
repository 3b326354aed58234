package org.bdm.core.control.request;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Body of a request to a manager for replication: one of a draft, datasets, or a query.
 *
 * @param draft id of an own draft
 * @param datasets by their ids, up to 1,000; a longer list is imported as a draft
 * @param query wanted values by facet; a name that begins with {@code !} has unwanted ones
 * @param reason for the manager, up to 2,000 characters
 */
public record CreateReplicationRequest(
        @Nullable String draft,
        List<String> datasets,
        Map<String, List<String>> query,
        @Nullable String reason) {
    /** Replaces absent lists and maps by empty ones. */
    public CreateReplicationRequest {
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
        query = query == null ? Map.of() : Map.copyOf(query);
    }
}
