package org.bdm.core.control.campaign;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A campaign as it is at one moment.
 *
 * @param id Id of the campaign. Such as {@code campaign-1}.
 * @param name For people. Such as {@code cmip6}.
 * @param state How far it is. One of {@code CampaignState}.
 * @param selection The source, or how many datasets it has. Such as {@code bdm://north/data/CMIP6}.
 * @param files Number of files of the selection when it was created, at least 0. Such as {@code 4200}.
 * @param bytes Bytes of the selection when it was created, at least 0. Such as {@code 1400000000000}.
 * @param destinations One entry for each destination, the one that reads the source first.
 */
public record CampaignView(
        String id,
        String name,
        String owner,
        String state,
        String selection,
        long files,
        long bytes,
        Instant createdAt,
        @Nullable Instant endedAt,
        List<CampaignPartView> destinations) {
    /** Copies the list. */
    public CampaignView {
        destinations = List.copyOf(destinations);
    }
}
