package org.bdm.core.s3.http;

import java.time.Duration;

/**
 * Time limits of requests to a store.
 *
 * @param silence without a byte in either direction until a request is given up
 * @param assembling as {@code silence}, while a store puts an object of parts together, which may take it minutes
 * @param answer for the whole of an answer that is kept in memory
 * @param turn for a free connection
 * @param patience after which a store that is busy or does not answer is no longer asked again
 * @param pause before the first time that it is asked again; twice as long each time, give or take a quarter
 * @param idle for which an unused connection is kept
 */
public record S3Timing(
        Duration silence,
        Duration assembling,
        Duration answer,
        Duration turn,
        Duration patience,
        Duration pause,
        Duration idle) {
    /** For stores anywhere. */
    public static final S3Timing USUAL = new S3Timing(
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(2),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofMillis(200),
            Duration.ofSeconds(15));
}
