package org.bdm.core.control.job;

import org.jspecify.annotations.Nullable;

/**
 * The work of one node of the site on one job now.
 *
 * @param node Id of the node. Such as {@code node-1}.
 * @param filesActive Number of files whose bytes arrive, at least 0. Such as {@code 8}.
 * @param filesVerifying Number of files that are being verified or placed, at least 0. Such as {@code 2}.
 */
public record NodeWorkView(
        String node,
        int filesActive,
        int filesVerifying,
        RateView rate,
        int streams,
        @Nullable String limitedBy) {}
