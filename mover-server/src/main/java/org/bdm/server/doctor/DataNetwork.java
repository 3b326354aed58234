package org.bdm.server.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The network that file data takes.
 *
 * @param streams of a transfer at once
 */
record DataNetwork(HostTree tree, DataInterfaces interfaces, int streams) {
    /** The round-trip time for which a host should be ready: between Europe and North America. Milliseconds. */
    static final int ROUND_TRIP_MILLIS = 100;

    private static final int ASSUMED_MBIT_PER_SECOND = 10_000;
    private static final String LOOPBACK = "lo";

    /**
     * The rate of the fastest interface.
     *
     * @param bitsPerSecond as the kernel says, or assumed
     */
    record Speed(long bitsPerSecond, boolean isKnown) {
        String shown() {
            return Units.bitRate(bitsPerSecond) + (isKnown ? "" : " (assumed: this system does not show its rate)");
        }
    }

    /** True if data never leaves this machine. */
    boolean isLoopback() throws IOException {
        return interfaces.names().equals(List.of(LOOPBACK));
    }

    /** The names of its interfaces. */
    List<String> names() throws IOException {
        List<String> names = interfaces.names();
        if (names.isEmpty()) throw new IOException("no network interface holds the data address");
        return names;
    }

    /** The rate of an interface in Mbit/s; empty if it does not show any, as virtual ones do not. */
    OptionalLong megabits(String name) {
        OptionalLong shown = tree.knownNumber("class/net/" + name + "/speed");
        return shown.isPresent() && shown.getAsLong() > 0 ? shown : OptionalLong.empty();
    }

    Speed speed() throws IOException {
        List<Long> known = new ArrayList<>();
        for (String name : names()) megabits(name).ifPresent(known::add);
        boolean isKnown = !known.isEmpty();
        long megabits = known.stream().mapToLong(Long::longValue).max().orElse(ASSUMED_MBIT_PER_SECOND);
        return new Speed(megabits * 1_000_000, isKnown);
    }
}
