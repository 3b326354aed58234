package org.bdm.server.catalog.dataset;

import java.time.Instant;

/**
 * A stored replica set without what is in it.
 *
 * @param number of the set in this catalog
 * @param files of the chosen variant
 * @param bytes of the chosen variant, as far as sizes are known
 * @param variants 2 or more if nodes hold different bytes
 * @param nodes data nodes that any index names
 * @param firstSeen when it was first stored
 * @param lastSeen when an index last said anything of it
 */
public record ReplicaSetSummary(
        long number,
        String instanceId,
        String project,
        boolean latest,
        boolean retracted,
        boolean deprecated,
        int files,
        long bytes,
        int variants,
        int nodes,
        Instant firstSeen,
        Instant lastSeen) {}
