package org.bdm.server.catalog.campaign;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A selection that several sites are to receive.
 *
 * @param number 0 before it is kept
 * @param name for people, at most 200 characters
 * @param messageJson what is replicated and how, as JSON
 * @param files of the selection when it was created
 * @param bytes of the selection when it was created
 */
public record Campaign(
        long number,
        String name,
        String owner,
        CampaignState state,
        String messageJson,
        long files,
        long bytes,
        Instant createdAt,
        @Nullable Instant endedAt) {}
