package org.bdm.core.replica;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * A copy that its data node did not have when it was asked for it (404, 410).
 *
 * <p>Once proves nothing: nodes answer 404 while they cannot read their disk. So an occasion counts only if it is at least
 * {@link #COUNTED_AFTER} after the one counted before, and {@link #OCCASIONS_PERMANENT} of them make it permanent; that is the rule by which
 * LLNL gives up replicas. A copy that is permanently missing is left alone for {@link #LEFT_ALONE}, then asked once again: nodes do come back.
 *
 * @param occasions that were counted, at least 1
 * @param firstSeen when it was missing first
 * @param lastCounted the occasion that was counted last
 * @param lastSeen when it was missing last, counted or not
 */
public record MissingCopy(int occasions, Instant firstSeen, Instant lastCounted, Instant lastSeen) {
    /** Between two occasions that count. */
    public static final Duration COUNTED_AFTER = Duration.ofDays(5);

    /** So many occasions are no accident. */
    public static final int OCCASIONS_PERMANENT = 3;

    /** Time for which a permanently missing copy is not tried. */
    public static final Duration LEFT_ALONE = Duration.ofDays(30);

    /** Refuses what was never missing. */
    public MissingCopy {
        if (occasions < 1) throw new IllegalArgumentException("occasions are not positive: " + occasions);
    }

    /** A copy that is missing for the first time. */
    public static MissingCopy first(Instant now) {
        return new MissingCopy(1, now, now, now);
    }

    /** It is missing again. */
    public MissingCopy again(Instant now) {
        boolean isCounted = !now.isBefore(lastCounted.plus(COUNTED_AFTER));
        return new MissingCopy(
                isCounted ? occasions + 1 : occasions,
                firstSeen,
                isCounted ? now : lastCounted,
                now.isAfter(lastSeen) ? now : lastSeen);
    }

    /** True when it was missing too often to be tried like other copies. */
    public boolean isPermanent() {
        return occasions >= OCCASIONS_PERMANENT;
    }

    /** True when it must not be tried now. */
    public boolean isLeftAloneAt(Instant now) {
        return isPermanent() && now.isBefore(askedAgainAt());
    }

    /** When it is asked again; without a meaning for one that is not permanently missing, which is asked by every job. */
    public Instant askedAgainAt() {
        return lastSeen.plus(LEFT_ALONE);
    }

    /** Why it is not asked, for people; times are days in UTC. */
    public String whyLeftAlone(URI location) {
        return location + " was missing on " + occasions + " occasions between " + day(firstSeen) + " and "
                + day(lastSeen) + "; it is tried again after " + day(askedAgainAt());
    }

    private static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }
}
