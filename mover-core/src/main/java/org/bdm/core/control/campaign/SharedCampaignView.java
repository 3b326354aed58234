package org.bdm.core.control.campaign;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A campaign, for everybody who has its link.
 *
 * @param files of the selection, for one destination
 * @param bytes of the selection, for one destination
 * @param datasetCount of the selection; 0 for a tree
 * @param datasets their names with versions, the first 1,000
 * @param bytesPerSecond mean of the last 24 hours, or since it began if that is shorter; 0 when it has ended
 * @param estimatedEnd at that rate; null if nothing moves, or it has ended
 * @param points how far it was, hour by hour; hours in which nothing changed are left out
 */
public record SharedCampaignView(
        String name,
        String state,
        long files,
        long bytes,
        int datasetCount,
        List<String> datasets,
        Instant createdAt,
        @Nullable Instant endedAt,
        List<SharedDestinationView> destinations,
        long bytesPerSecond,
        @Nullable Instant estimatedEnd,
        List<SharedPointView> points) {
    /** Copies the lists. */
    public SharedCampaignView {
        datasets = List.copyOf(datasets);
        destinations = List.copyOf(destinations);
        points = List.copyOf(points);
    }
}
