package org.bdm.server.discovery.index;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The statement of an index about one dataset version at one data node. Empty means that it says nothing, not false.
 *
 * @param masterId the name without version
 * @param version digits without {@code v}, for example {@code 20191207} or {@code 1}
 * @param project collection of STAC, or facet {@code project} or {@code mip_era}; in the spelling of the index
 * @param files number of files it says there are
 * @param bytes sum of their sizes it says
 * @param facets values by facet name, names without the prefix of a namespace
 * @param pid handle of the dataset
 * @param indexedAt when the index took the record in; what incremental harvest goes by
 */
public record ClaimedDataset(
        String index,
        String instanceId,
        String masterId,
        String version,
        String project,
        String dataNode,
        ClaimedStatus status,
        OptionalLong files,
        OptionalLong bytes,
        Map<String, List<String>> facets,
        Optional<String> pid,
        Optional<Instant> indexedAt)
        implements Claim {
    /** Copies the map. */
    public ClaimedDataset {
        facets = Map.copyOf(facets);
    }
}
