package org.bdm.core.control.job;

import org.jspecify.annotations.Nullable;

/**
 * The work of one node of the site on one job now.
 *
 * @param node as {@code node list} names it
 * @param filesActive files whose bytes arrive
 * @param filesVerifying files being verified or placed
 * @param streams open data streams
 * @param limitedBy the stage that is the bottleneck at this node
 */
public record NodeWorkView(
        String node,
        int filesActive,
        int filesVerifying,
        RateView rate,
        int streams,
        @Nullable String limitedBy) {}
