package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * A link to the site of this server: paired, limited or in use.
 *
 * @param source Name of a site, host of a data node, or * for everything that comes to the destination. Such as {@code north}.
 * @param destination Name of the site of this server. Such as {@code south}.
 * @param isPaired True if the source is a site that is paired with this one.
 * @param limit The limit of the link; null for none.
 * @param windows Its windows; null for none.
 * @param bytesPerSecond Payload bytes per second over the last few seconds, at all nodes, at least 0. Such as {@code 104857600}.
 * @param streams Number of open data streams, or connections to a data node, at all nodes, at least 0. Such as {@code 4}.
 * @param jobs Number of jobs that take files over it now, at all nodes; null for a data node. Such as {@code 1}.
 */
public record LinkView(
        String source,
        String destination,
        boolean isPaired,
        @Nullable LinkLimitView limit,
        @Nullable LinkWindowsView windows,
        long bytesPerSecond,
        int streams,
        @Nullable Integer jobs) {}
