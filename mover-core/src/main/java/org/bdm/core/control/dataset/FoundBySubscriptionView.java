package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dataset version that a standing query found.
 *
 * @param state What became of it. One of {@code FoundState}.
 * @param text Why, as a sentence; may be empty. Such as {@code it is not the latest version}.
 * @param job Id of the job that replicates it; null for none. Such as {@code job-7}.
 * @param request Id of the request that asks for it; null for none. Such as {@code request-3}.
 * @param foundAt When it was found.
 */
public record FoundBySubscriptionView(
        String dataset,
        String state,
        String text,
        @Nullable String job,
        @Nullable String request,
        Instant foundAt) {}
