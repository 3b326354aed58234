package org.bdm.core.control.dataset;

import java.time.Instant;

/**
 * A dataset version as it is stored here.
 *
 * @param deprecated True if an index says that the dataset version is deprecated.
 * @param files Number of files of the variant that is taken, at least 0. Such as {@code 12}.
 * @param bytes Sum of their sizes in bytes, as far as sizes are known. Such as {@code 524288000}.
 * @param variants Number of variants: 2 or more if data nodes hold different bytes. Such as {@code 1}.
 * @param nodes Number of data nodes that are said to have it, at least 0. Such as {@code 3}.
 * @param firstSeen When it was first stored here.
 * @param lastSeen When an index last said anything of it.
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
