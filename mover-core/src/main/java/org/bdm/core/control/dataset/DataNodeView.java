package org.bdm.core.control.dataset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of one data node since the server started.
 *
 * @param node host, with its port where that is unusual
 * @param connections connections that carry a request now
 * @param connectionsMax limit that holds now, as learnt from its answers
 * @param connectionsConfigured limit that was configured
 * @param bytesPerSecond what one connection brought lately; null if that was not measured
 * @param bytes payload that came from it
 * @param failuresInARow failures since its last success
 * @param trouble why it is left alone now, or was in trouble last; null if all is well
 * @param nextTryAt when it is asked again; null if it is asked now
 * @param isBanned whether somebody banned it: it is not asked at all
 * @param settings those that somebody changed; null without any
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
