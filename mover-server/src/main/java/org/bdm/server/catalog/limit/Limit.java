package org.bdm.server.catalog.limit;

import java.time.Instant;
import java.util.Set;

/**
 * The limit of a place. 0 is no limit.
 *
 * @param inBytesPerSecondMax of what comes into it, or to this site over the link
 * @param outBytesPerSecondMax of what is sent from it, or from this site over the link
 * @param streamsMax of what comes; 0 for an export
 * @param filesMax under way at once, of what comes
 * @param note for people; may be empty
 * @param changedBy who set it last
 */
public record Limit(
        LimitedPlace place,
        long inBytesPerSecondMax,
        long outBytesPerSecondMax,
        int streamsMax,
        int filesMax,
        String note,
        String changedBy,
        Instant changedAt) {
    /** The other end of the link for everything that comes to this site, and that it sends. */
    public static final String EVERYTHING = "*";

    /** The longest name of the other end of a link. */
    public static final int NAME_LENGTH_MAX = 255;

    /** The longest note. */
    public static final int NOTE_LENGTH_MAX = 1000;

    /** As seen from this site. */
    public enum Direction {
        IN,
        OUT;

        /** The whole limit. */
        public static final Set<Direction> BOTH = Set.of(IN, OUT);
    }

    /** Returns the same limit of another place. */
    public Limit at(LimitedPlace other) {
        return new Limit(
                other, inBytesPerSecondMax, outBytesPerSecondMax, streamsMax, filesMax, note, changedBy, changedAt);
    }

    /** True if something is limited in this direction; of a limit that limits nothing, for what comes. */
    public boolean limits(Direction direction) {
        if (direction == Direction.OUT) return outBytesPerSecondMax != 0;
        return inBytesPerSecondMax != 0 || streamsMax != 0 || filesMax != 0 || isNothing();
    }

    /** True if it limits nothing: every part of it was taken back, or it has only a note. */
    public boolean isNothing() {
        return inBytesPerSecondMax == 0 && outBytesPerSecondMax == 0 && streamsMax == 0 && filesMax == 0;
    }
}
