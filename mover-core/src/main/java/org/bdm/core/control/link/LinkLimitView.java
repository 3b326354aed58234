package org.bdm.core.control.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The limit of one link.
 *
 * @param source Name of a site, host of a data node, or * for everything that comes to the destination. Such as {@code north}.
 * @param destination Name of the site of this server. Such as {@code south}.
 * @param maxStreams Limit of open data streams, or of connections to a data node, at least 1; null: no limit. Such as {@code 8}.
 * @param maxActiveFiles Limit of files that are transferred at once, at least 1; null: no limit. Such as {@code 64}.
 * @param note What it is for; may be empty. Such as {@code shared line}.
 * @param changedBy Owner of the token of whoever set it last. Such as {@code ann}.
 * @param changedAt When it was set last.
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
