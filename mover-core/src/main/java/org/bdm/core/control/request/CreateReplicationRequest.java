package org.bdm.core.control.request;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks a manager for the replication of a draft, of datasets, or of a query: one of the three.
 *
 * @param draft Id of an own draft; null for none. Such as {@code draft-7}.
 * @param datasets Dataset names, at most 1,000; a longer list is imported as a draft. Such as {@code
 * [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr]}.
 * @param query Wanted values by facet name; a name that begins with ! has unwanted ones. Empty for none. Such as {@code {'!experiment_id':
 * [historical], source_id: [IPSL-CM6A-LR]}}.
 * @param reason What the data are for, 1 to 2,000 characters; null or empty is refused. Such as {@code for a paper}.
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
