package org.bdm.server.site.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts refusals per address, or per token of who is known, within a minute. Any thread. */
public final class FailedLogins {
    /** Refusals of one address within a minute, above which it is told to wait. */
    public static final int PER_MINUTE_MAX = 100;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int KEPT_MAX = 10_000;

    private final Clock clock;
    private final Map<String, Window> refusals = new LinkedHashMap<>(); // guarded by this

    /** With the clock of the process. */
    public FailedLogins(Clock clock) {
        this.clock = clock;
    }

    private record Window(Instant until, int refusals) {}

    /**
     * The standing of an address or a token.
     *
     * @param refusals in the running minute; after a refusal it is among them
     * @param windowEnd when it is over
     */
    public record Standing(int refusals, Instant windowEnd) {
        /** True if it has to wait. */
        public boolean isBlocked() {
            return refusals > PER_MINUTE_MAX;
        }
    }

    /** The refusals of the running minute; this look is none. */
    public synchronized Standing standing(String who) {
        Instant now = clock.instant();
        Window window = refusals.get(who);
        boolean isOver = window == null || !window.until().isAfter(now);
        return isOver || window == null ? new Standing(0, now) : new Standing(window.refusals(), window.until());
    }

    /** Notes a refusal. Beyond 10,000 addresses and tokens the one seen first is forgotten. */
    public synchronized Standing refused(String who) {
        Instant now = clock.instant();
        Window window = refusals.get(who);
        boolean isFresh = window == null || !window.until().isAfter(now);
        Window next = isFresh || window == null
                ? new Window(now.plus(WINDOW), 1)
                : new Window(window.until(), window.refusals() + 1);
        refusals.put(who, next);
        if (refusals.size() > KEPT_MAX) {
            String eldest = refusals.keySet().iterator().next();
            refusals.remove(eldest);
        }
        return new Standing(next.refusals(), next.until());
    }
}
