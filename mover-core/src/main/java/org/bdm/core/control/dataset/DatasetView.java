package org.bdm.core.control.dataset;

import java.time.Instant;

/**
 * A dataset version as it is stored here.
 *
 * @param files of the variant that is taken
 * @param bytes of these files, as far as sizes are known
 * @param variants 2 or more if nodes hold different bytes
 * @param nodes how many data nodes are said to have it
 * @param firstSeen when it was first stored
 * @param lastSeen when an index last said anything of it
 */
public record DatasetView(
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
