package org.bdm.core.stream;

import java.time.Duration;
import java.util.Optional;

/**
 * Which congestion control the kernel is asked for, by the round-trip time of a path.
 *
 * <pre>
 *   loopback            cubic   nothing is lost there, and pacing only costs timers
 *   below 5 ms          cubic   a loss is made good within a few milliseconds
 *   5 ms and more       bbr     cubic halves its rate at each loss, and needs seconds to come back
 * </pre>
 *
 * <p>What was measured on both sides of 5 ms is in docs/decisions/0019. Safe on any thread.
 *
 * @param wish {@code auto}, {@code system}, or a name that the kernel knows
 */
public record CongestionPolicy(String wish) {
    /** By the path. */
    public static final CongestionPolicy AUTO = new CongestionPolicy("auto");

    /** Leaves the setting of the host as it is. */
    public static final CongestionPolicy SYSTEM = new CongestionPolicy("system");

    /** Longest name that Linux takes, its final zero not counted ({@code TCP_CA_NAME_MAX}). */
    static final int NAME_BYTES_MAX = 15;

    private static final Duration LONG = Duration.ofMillis(5);

    /** Refuses what can be no name of a congestion control. */
    public CongestionPolicy {
        if (!wish.matches("[a-z0-9_-]{1," + NAME_BYTES_MAX + "}")) {
            throw new IllegalArgumentException("'" + wish + "' is not a name of a congestion control");
        }
    }

    /** Returns what to request from the kernel before the path is known; empty keeps the setting of the host. */
    Optional<String> atStart(boolean isLoopback) {
        return equals(AUTO) ? isLoopback ? Optional.of("cubic") : Optional.empty() : named();
    }

    /** Returns what to request from the kernel once the round-trip time is known. Not for loopback. */
    Optional<String> onPath(Duration roundTrip) {
        return equals(AUTO) ? Optional.of(roundTrip.compareTo(LONG) < 0 ? "cubic" : "bbr") : named();
    }

    private Optional<String> named() {
        return equals(SYSTEM) || equals(AUTO) ? Optional.empty() : Optional.of(wish);
    }
}
