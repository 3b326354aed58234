package org.bdm.server.catalog.limit;

import java.time.Instant;

/**
 * The limit of what this site sends to another, over all nodes.
 *
 * @param destination name of the other site, or {@link LinkLimit#EVERYTHING} for all of them together
 * @param bytesPerSecondMax 0 is no limit
 * @param note for people
 */
public record SendingLimit(
        String destination, long bytesPerSecondMax, String note, String changedBy, Instant changedAt) {}
