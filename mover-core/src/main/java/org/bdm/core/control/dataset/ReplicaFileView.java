package org.bdm.core.control.dataset;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of a dataset version.
 *
 * @param path below an export; null if no safe one can be made
 * @param size bytes; null if no index says
 * @param digests the expected ones, at most one of each algorithm
 */
public record ReplicaFileView(
        String dataset,
        String name,
        @Nullable String path,
        @Nullable Long size,
        List<ReplicaDigestView> digests,
        @Nullable String trackingId,
        @Nullable Instant modified,
        List<ReplicaCopyView> copies) {
    /** An absent list is an empty one. */
    public ReplicaFileView {
        digests = digests == null ? List.of() : List.copyOf(digests);
        copies = copies == null ? List.of() : List.copyOf(copies);
    }
}
