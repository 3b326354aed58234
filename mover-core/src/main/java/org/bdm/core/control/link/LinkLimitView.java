package org.bdm.core.control.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one link.
 *
 * @param source name of a site, host of a data node, or {@code *} for everything that comes to the destination
 * @param destination the site of this server
 * @param maxRateBytesPerSecond null without a limit of the rate
 * @param maxStreams open data streams, or connections to a data node; null without a limit
 * @param maxActiveFiles files that are transferred at once; null without a limit
 * @param note for people; may be empty
 * @param changedBy who set it last
 */
public record LinkLimitView(
        String source,
        String destination,
        @Nullable Long maxRateBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        String note,
        String changedBy,
        Instant changedAt) {}
