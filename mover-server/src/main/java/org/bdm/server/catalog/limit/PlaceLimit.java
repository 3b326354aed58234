package org.bdm.server.catalog.limit;

import java.time.Instant;

/**
 * The limit of an export or of a node of this site. 0 is no limit.
 *
 * @param inBytesPerSecondMax of what comes into it
 * @param outBytesPerSecondMax of what is sent from it
 * @param streamsMax of sessions of a node; 0 for an export
 * @param filesMax under way into it at once
 * @param note for people; may be empty
 * @param changedBy who set it last
 */
public record PlaceLimit(
        LimitedPlace place,
        long inBytesPerSecondMax,
        long outBytesPerSecondMax,
        int streamsMax,
        int filesMax,
        String note,
        String changedBy,
        Instant changedAt) {}
