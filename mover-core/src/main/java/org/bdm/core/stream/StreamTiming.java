package org.bdm.core.stream;

import java.time.Duration;

/**
 * Time limits of a connection.
 *
 * @param connect for TCP and TLS together, when dialling
 * @param greeting from accept to {@link DataStream#authenticated}
 * @param pingAfter a PING is sent after so long without anything sent or heard
 * @param deadAfter of readable time without a byte: the peer is dead
 * @param close from {@link DataStream#close} to the end of the socket
 */
public record StreamTiming(
        Duration connect, Duration greeting, Duration pingAfter, Duration deadAfter, Duration close) {
    /** 10 s, 15 s, 10 s, 45 s, 2 s. */
    public static final StreamTiming STANDARD = new StreamTiming(
            Duration.ofSeconds(10),
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(45),
            Duration.ofSeconds(2));
}
