package org.bdm.server.catalog.dataset;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The announcement of a dataset version by indexes, as far as a standing query remembers it.
 *
 * @param indexedAt the highest time of indexing
 * @param files the highest number of files
 * @param bytes the highest number of bytes
 */
public record HeardDataset(String instanceId, Optional<Instant> indexedAt, OptionalLong files, OptionalLong bytes) {
    /** Makes one of which nothing but the name was announced. */
    public static HeardDataset named(String instanceId) {
        return new HeardDataset(instanceId, Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /** Both together: the highest of each. */
    public HeardDataset and(HeardDataset other) {
        return new HeardDataset(
                instanceId,
                indexedAt.isEmpty()
                                || other.indexedAt
                                        .filter(indexedAt.get()::isBefore)
                                        .isPresent()
                        ? other.indexedAt
                        : indexedAt,
                higher(files, other.files),
                higher(bytes, other.bytes));
    }

    private static OptionalLong higher(OptionalLong one, OptionalLong other) {
        if (one.isEmpty()) return other;
        return other.isEmpty() ? one : OptionalLong.of(Math.max(one.getAsLong(), other.getAsLong()));
    }
}
