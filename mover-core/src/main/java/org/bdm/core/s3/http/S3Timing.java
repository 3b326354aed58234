package org.bdm.core.s3.http;

import java.time.Duration;

/**
 * Time limits of requests to a store.
 *
 * @param usual limits of a request and its answer
 * @param assembling the same, while a store assembles an object from its parts; it may send the status first and work for minutes afterwards
 * @param turn for a free connection
 * @param patience after which a store that is busy or does not answer is no longer asked again
 * @param pause before the first time that it is asked again; twice as long each time, give or take a quarter
 * @param idle for which an unused connection is kept
 */
public record S3Timing(
        Limits usual, Limits assembling, Duration turn, Duration patience, Duration pause, Duration idle) {
    /**
     * Limits of one request, of the head and of the body of its answer.
     *
     * @param silence without a byte in either direction until the request is given up
     * @param whole time for the whole body of an answer that is kept in memory
     */
    public record Limits(Duration silence, Duration whole) {}

    /** For stores anywhere. */
    public static final S3Timing USUAL = new S3Timing(
            new Limits(Duration.ofSeconds(30), Duration.ofMinutes(2)),
            new Limits(Duration.ofMinutes(5), Duration.ofMinutes(30)),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMillis(200),
            Duration.ofSeconds(15));
}
