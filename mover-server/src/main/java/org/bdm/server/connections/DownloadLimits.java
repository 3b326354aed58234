package org.bdm.server.connections;

import java.time.Duration;

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

    /** Requests of one address or token that wait at once, and of all: they take a thread, too. */
    static final int WAITING_PER_CAUSE_MAX = 32;

    static final int WAITING_MAX = 48;

    /** The limits of a server without settings for them. */
    public static final DownloadLimits PUBLISHED = new DownloadLimits(16, 48, Duration.ofSeconds(20));
}
