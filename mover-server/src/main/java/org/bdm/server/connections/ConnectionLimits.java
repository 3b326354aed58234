package org.bdm.server.connections;

import java.time.Duration;

/**
 * Limits on simultaneous connections and requests, and on the time that each waits for its caller. docs/configuration.md lists them.
 *
 * @param connectionsMax open connections; beyond it the one that waits the longest is closed
 * @param connectionsPerAddressMax the same, of one address
 * @param requestsMax requests that are worked on; further ones get 503, except the question whether the process lives
 * @param headers from the start of a connection to the end of the first request's headers; the same again to the next request, doubled
 * @param stranger a whole request of a caller without a valid credential
 * @param body what a known caller's body may keep us waiting, besides a second for every {@link #BODY_BYTES_PER_SECOND_MIN}
 * @param piece for a caller who downloads to take {@value #PIECE_BYTES} bytes
 */
public record ConnectionLimits(
        int connectionsMax,
        int connectionsPerAddressMax,
        int requestsMax,
        Duration headers,
        Duration stranger,
        Duration body,
        Duration piece) {
    /** Slower bodies are cut off. */
    public static final int BODY_BYTES_PER_SECOND_MIN = 16 * 1024;

    /** The bytes that a download writes at a time. */
    public static final int PIECE_BYTES = 256 * 1024;

    /** The limits of every server. */
    public static final ConnectionLimits PUBLISHED = new ConnectionLimits(
            1_000,
            200,
            320,
            Duration.ofSeconds(20),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60));

    /** Threads for requests: some are always left for what is answered at once. */
    public int threads() {
        return requestsMax + 32;
    }
}
