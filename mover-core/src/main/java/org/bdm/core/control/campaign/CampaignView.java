package org.bdm.core.control.campaign;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A campaign as it is at one moment.
 *
 * @param state {@code RUNNING CANCELLING SUCCEEDED PARTIAL FAILED CANCELLED}
 * @param selection its source, or how many datasets it has
 * @param files of the selection when it was created
 * @param bytes of the selection when it was created
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
