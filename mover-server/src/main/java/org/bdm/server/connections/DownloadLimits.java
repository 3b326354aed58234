package org.bdm.server.connections;

import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Limits on simultaneous downloads, counted apart for callers with a token and for strangers. docs/configuration.md lists them.
 *
 * @param perCauseMax downloads of one address or token at once
 * @param allMax downloads of all addresses, and as many of all tokens
 * @param waitMax the longest that a request waits for its turn
 */
public record DownloadLimits(int perCauseMax, int allMax, Duration waitMax) {
    /** Each takes a request thread, of which some have to be left for everything else. */
    public static final int ALL_MAX = 64;

    /**
     * Requests of one address or token that wait at once, and of all: they take a thread, too. With its 16 downloads one caller has 64
     * connections, as many as readers of one dataset open; what is left of the room is for others.
     */
    static final int WAITING_PER_CAUSE_MAX = 48;

    static final int WAITING_MAX = 80;

    private static final int WAIT_SECONDS_MAX = 120;

    /** The limits of a server without settings for them. */
    public static final DownloadLimits PUBLISHED = new DownloadLimits(16, 48, Duration.ofSeconds(10));

    /**
     * Limits as somebody set them.
     *
     * @throws MoverException INVALID_REQUEST for numbers that would take the threads of everything else
     */
    public static DownloadLimits of(int perCauseMax, int allMax, int waitSeconds) {
        check(allMax >= 1 && allMax <= ALL_MAX, "--http-downloads is 1 to " + ALL_MAX + ", not " + allMax);
        check(perCauseMax >= 1, "--http-downloads-per-address is 1 or more, not " + perCauseMax);
        boolean isShort = waitSeconds >= 0 && waitSeconds <= WAIT_SECONDS_MAX;
        check(isShort, "--http-download-wait is 0 to " + WAIT_SECONDS_MAX + " seconds, not " + waitSeconds);
        return new DownloadLimits(perCauseMax, allMax, Duration.ofSeconds(waitSeconds));
    }

    private static void check(boolean holds, String what) {
        if (!holds) throw new MoverException(ErrorCode.INVALID_REQUEST, what);
    }
}
