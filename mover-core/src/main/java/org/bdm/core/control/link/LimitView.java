package org.bdm.core.control.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A limit that somebody set at the site of this server; a number that is null is no limit.
 *
 * @param kind What has the limit. One of {@code LimitKind}.
 * @param name Name of the export, id of the node, or other end of the link: a site, the host of a data node, or * for all of them. Such as {@code disk1}.
 * @param source Of a link: its name, or this site if only what is sent is limited; null for others. Such as {@code north}.
 * @param destination Of a link: the end that is not the source; null for others. Such as {@code south}.
 * @param maxRateInBytesPerSecond Limit of what comes, in bytes per second, at least 1; null: no limit. Such as {@code 250000000}.
 * @param maxRateOutBytesPerSecond Limit of what is sent, in bytes per second, at least 1; null: no limit. Such as {@code 125000000}.
 * @param maxStreams Limit of open data streams, or of connections to a data node, at least 1; null: no limit. Such as {@code 8}.
 * @param maxActiveFiles Limit of files that are transferred at once, at least 1; null: no limit. Such as {@code 64}.
 * @param note What it is for; may be empty. Such as {@code slow disks}.
 * @param changedBy Owner of the token of whoever set it last. Such as {@code ann}.
 * @param changedAt When it was set last.
 */
public record LimitView(
        String kind,
        String name,
        @Nullable String source,
        @Nullable String destination,
        @Nullable Long maxRateInBytesPerSecond,
        @Nullable Long maxRateOutBytesPerSecond,
        @Nullable Integer maxStreams,
        @Nullable Integer maxActiveFiles,
        String note,
        String changedBy,
        Instant changedAt) {}
