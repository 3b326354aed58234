package org.bdm.core.control.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A limit that somebody set at the site of this server. Numbers are null without a limit.
 *
 * @param kind LINK, EXPORT or NODE
 * @param name of the export, or id of the node; null of a link
 * @param source of the link: name of a site, host of a data node, or {@code *} for everything that comes; null of an export or node
 * @param destination of the link: name of a site, or {@code *} for everything that is sent; null of an export or node
 * @param maxRateInBytesPerSecond of what comes
 * @param maxRateOutBytesPerSecond of what is sent
 * @param maxStreams open data streams, or connections to a data node
 * @param maxActiveFiles files that are transferred at once
 * @param note for people; may be empty
 * @param changedBy who set it last
 */
public record LimitView(
        String kind,
        @Nullable String name,
        @Nullable String source,
        @Nullable String destination,
        @Nullable Long maxRateInBytesPerSecond,
        @Nullable Long maxRateOutBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        String note,
        String changedBy,
        Instant changedAt) {}
