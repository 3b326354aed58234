package org.bdm.server.catalog.dataset;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One file of a variant.
 *
 * @param name last part of its path
 * @param path below an export; empty if no safe one can be made
 * @param size bytes; empty if no index says
 * @param digests the expected ones, at most one of each algorithm, the strongest first
 * @param trackingId handle or UUID
 * @param modified modification time that was published
 * @param copies by node, then address
 */
public record ReplicaFile(
        String name,
        Optional<String> path,
        OptionalLong size,
        List<ReplicaDigest> digests,
        Optional<String> trackingId,
        Optional<Instant> modified,
        List<ReplicaCopy> copies) {
    /** Copies the lists. */
    public ReplicaFile {
        digests = List.copyOf(digests);
        copies = List.copyOf(copies);
    }

    /** True if there is an address to fetch it from. */
    public boolean isObtainable() {
        return copies.stream().anyMatch(copy -> copy.url().isPresent());
    }
}
