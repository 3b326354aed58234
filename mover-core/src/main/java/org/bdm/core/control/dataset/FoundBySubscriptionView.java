package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dataset version that a standing query found.
 *
 * @param state {@code NEW}, {@code WANTED}, {@code SUBMITTED}, {@code REQUESTED}, {@code TOLD}, {@code LEFT_OUT},
 *     {@code COMPLETE}, {@code INCOMPLETE} or {@code STOPPED}
 * @param text why; may be empty
 * @param job that replicates it; null for none
 * @param request that asks for it; null for none
 */
public record FoundBySubscriptionView(
        String dataset,
        String state,
        String text,
        @Nullable String job,
        @Nullable String request,
        Instant foundAt) {}
