package org.bdm.core.source.http.node;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * State of one data node now, for people.
 *
 * @param node host, with its port where that is unusual
 * @param connectionsBusy connections that carry a request
 * @param connectionsIdle connections that are kept for the next one
 * @param connectionsMax limit that holds now: what the node bears, as learnt from its answers
 * @param connectionsConfigured limit that was configured
 * @param bytesPerSecond what one connection brought lately, if that was measured
 * @param bytesTotal payload that came since the process began
 * @param failuresInARow failures since the last success
 * @param trouble why it is not asked now, or was in trouble last; empty after a success
 * @param nextTry when it is asked again; empty if it is asked now
 * @param servesNoRanges whether it sent a whole file where a part was asked for: such files cannot be resumed
 */
public record NodeView(
        String node,
        int connectionsBusy,
        int connectionsIdle,
        int connectionsMax,
        int connectionsConfigured,
        OptionalDouble bytesPerSecond,
        long bytesTotal,
        int failuresInARow,
        Optional<String> trouble,
        Optional<Instant> nextTry,
        boolean servesNoRanges) {}
