package org.bdm.server.doctor;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The parts of a node that are examined.
 *
 * @param bound address that its data port is bound to
 * @param streams of a transfer at once
 * @param congestion as {@code --congestion} has it
 * @param memoryBytes heap and direct memory at most
 * @param places where it keeps what
 * @param databaseClock of the database server, may block; empty for a catalog that is a file of this process
 */
public record ExaminedNode(
        InetAddress bound,
        int streams,
        String congestion,
        long memoryBytes,
        ExaminedPlaces places,
        Clock clock,
        Optional<Supplier<Instant>> databaseClock) {}
