package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a data node since the server started.
 *
 * @param connections Number of connections that carry a request now, at least 0. Such as {@code 2}.
 * @param connectionsMax Limit of connections that holds now, as learnt from its answers. Such as {@code 4}.
 * @param connectionsConfigured Limit of connections in the settings. Such as {@code 8}.
 * @param bytesPerSecond What one connection brought lately, in bytes per second; null if that was not measured. Such as {@code 12582912}.
 * @param bytes Bytes of content that came from it, at least 0. Such as {@code 52428800000}.
 * @param failuresInARow Number of failures since its last success, at least 0. Such as {@code 0}.
 * @param trouble Why it is left alone now, or was in trouble last, as a sentence; null if all is well. Such as {@code it answered 503}.
 * @param nextTryAt When it is asked again; null if it may be asked now.
 * @param isBanned True if it is banned: no file is fetched from it.
 * @param settings Its settings that somebody changed; null without any.
 */
public record DataNodeView(
        String node,
        int connections,
        int connectionsMax,
        int connectionsConfigured,
        @Nullable Long bytesPerSecond,
        long bytes,
        int failuresInARow,
        @Nullable String trouble,
        @Nullable Instant nextTryAt,
        boolean isBanned,
        @Nullable DataNodeSettingsView settings) {}
