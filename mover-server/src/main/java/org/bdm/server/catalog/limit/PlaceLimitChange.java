package org.bdm.server.catalog.limit;

import org.jspecify.annotations.Nullable;

/**
 * A change of the limit of an export or of a node; null leaves a part as it is, 0 removes it.
 *
 * @param changedBy who changes it
 */
public record PlaceLimitChange(
        @Nullable Long inBytesPerSecondMax,
        @Nullable Long outBytesPerSecondMax,
        @Nullable Integer streamsMax,
        @Nullable Integer filesMax,
        @Nullable String note,
        String changedBy) {
    /** The limit afterwards, without the time of the change. */
    PlaceLimit applied(PlaceLimit before) {
        return new PlaceLimit(
                before.place(),
                inBytesPerSecondMax != null ? inBytesPerSecondMax : before.inBytesPerSecondMax(),
                outBytesPerSecondMax != null ? outBytesPerSecondMax : before.outBytesPerSecondMax(),
                streamsMax != null ? streamsMax : before.streamsMax(),
                filesMax != null ? filesMax : before.filesMax(),
                note != null ? note : before.note(),
                changedBy,
                before.changedAt());
    }
}
