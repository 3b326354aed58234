package org.bdm.core.control.campaign;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A campaign, for everybody who has its link.
 *
 * @param name Name for people. Such as {@code cmip6}.
 * @param state How far it is. One of {@code CampaignState}.
 * @param files Number of files of the selection for one destination, when it was created, at least 0. Such as {@code 4200}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 1400000000000}.
 * @param datasetCount Number of datasets of the selection; 0 for a tree. Within {@code 0..}. Such as {@code 2}.
 * @param datasets Their names with versions, the first 1,000; empty for a tree. Such as {@code
 * [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903]}.
 * @param destinations How far each destination is, as it was when it was last asked.
 * @param bytesPerSecond Mean of the last 24 hours in bytes per second, or since it was created if that is shorter; 0 when it has ended.
 * Such as {@code 104857600}.
 * @param estimatedEnd When it ends at that rate; null if nothing moves, or it has ended.
 * @param points How far it was, hour by hour; hours in which nothing changed are left out.
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
