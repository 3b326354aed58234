package org.bdm.core.source.http.node;

import java.time.Duration;

/**
 * Time limits. There is no limit for a whole file: one of 91 GB may take any time, as long as bytes arrive.
 *
 * @param connect TCP and TLS each
 * @param silence without a byte, or before the head of an answer, until the request is given up
 * @param slowWindow over which {@code slowBytesPerSecond} must be reached if another copy could be asked
 * @param slowBytesPerSecond the floor
 * @param pause before a copy that failed is asked again within one want; twice as long each time, give or take a quarter
 * @param busyPause first pause of a node that said it is busy without saying how long
 * @param breakerPause first time that a node is left alone after it failed often
 * @param idle how long an unused connection is kept; nginx keeps one for 75 s
 * @param tick how often deadlines are looked at
 */
public record HttpTiming(
        Duration connect,
        Duration silence,
        Duration slowWindow,
        long slowBytesPerSecond,
        Duration pause,
        Duration busyPause,
        Duration breakerPause,
        Duration idle,
        Duration tick) {
    /** For data nodes anywhere in the world. */
    public static final HttpTiming USUAL = new HttpTiming(
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            50L << 10,
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMillis(200));
}
