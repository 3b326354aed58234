package org.bdm.server.catalog.limit;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of the limit of a place; null leaves a part as it is, 0 removes it.
 *
 * @param changedBy who changes it
 */
public record LimitChange(
        @Nullable Long inBytesPerSecondMax,
        @Nullable Long outBytesPerSecondMax,
        @Nullable Integer streamsMax,
        @Nullable Integer filesMax,
        @Nullable String note,
        String changedBy) {
    /** Removes what is limited in these directions. */
    static LimitChange without(Set<Limit.Direction> directions, String changedBy) {
        boolean isIn = directions.contains(Limit.Direction.IN);
        Long out = directions.contains(Limit.Direction.OUT) ? 0L : null;
        return new LimitChange(isIn ? 0L : null, out, isIn ? 0 : null, isIn ? 0 : null, null, changedBy);
    }

    /** The limit afterwards, without the time of the change. */
    Limit applied(Limit before) {
        return new Limit(
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
