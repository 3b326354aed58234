package org.bdm.server.catalog.dataset;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A dataset version that a standing query found.
 *
 * @param text why it is in this state; may be empty
 * @param batch number of the group that becomes one job; null for none
 * @param request number of the request that asks for it; null for none
 */
public record FoundDataset(
        String instanceId,
        FoundState state,
        String text,
        @Nullable Long batch,
        @Nullable JobId job,
        @Nullable Long request,
        Instant foundAt) {}
