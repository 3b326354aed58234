package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * A link to the site of this server: paired, limited, with windows, or in use.
 *
 * @param source name of a site, host of a data node, or {@code *} for everything that comes to the destination
 * @param destination the site of this server
 * @param isPaired whether the source is a site that is paired with this one
 * @param limit null without one
 * @param windows when it may move data; null if it always may
 * @param bytesPerSecond payload over the last seconds, at all nodes
 * @param streams open data streams, or connections to a data node, at all nodes
 * @param jobs jobs that take files over it now, at all nodes; of a data node it is not known
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
