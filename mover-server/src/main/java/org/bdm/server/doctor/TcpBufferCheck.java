package org.bdm.server.doctor;

import java.io.IOException;

/**
 * Compares the largest buffer of one TCP connection with what a long path needs: the bandwidth-delay product. The mover leaves the size of
 * buffers to the kernel, which uses about half of the largest size for data.
 */
record TcpBufferCheck(HostTree tree, DataNetwork network, boolean isReceiving) implements HostCheck {
    private static final long USABLE_PART = 2; // half of it
    private static final long PROBLEM_BELOW_PART = 8; // of the rate of the network
    private static final long LEAST_ADVISED = 64L << 20;
    private static final long MOST_ADVISED = 1L << 30;

    @Override
    public String id() {
        return isReceiving ? "tcp-receive-buffer" : "tcp-send-buffer";
    }

    @Override
    public HostFinding look() throws IOException {
        String name = isReceiving ? "net.ipv4.tcp_rmem" : "net.ipv4.tcp_wmem";
        long[] sizes = sizes(name);
        long most = sizes[2];
        String allowed = "up to " + Units.bytes(most) + " for each connection (" + name + ")";
        if (network.isLoopback()) {
            return HostFinding.ok(allowed + "; enough, since the data port is on loopback only");
        }
        DataNetwork.Speed speed = network.speed();
        long carried = most / USABLE_PART * network.streams() * 8 * 1000 / DataNetwork.ROUND_TRIP_MILLIS;
        String found = allowed + ": at a round-trip time of " + DataNetwork.ROUND_TRIP_MILLIS + " ms, "
                + network.streams() + (network.streams() == 1 ? " stream carries" : " streams carry") + " at most "
                + Units.bitRate(carried) + "; the network: " + speed.shown();
        if (carried >= speed.bitsPerSecond()) return HostFinding.ok(found);
        String change = "sudo sysctl -w " + name + "='" + sizes[0] + " " + sizes[1] + " "
                + Math.max(most, advised(speed)) + "', and the same line in /etc/sysctl.d/90-bdm.conf to keep it.";
        boolean isProblem = speed.isKnown() && carried < speed.bitsPerSecond() / PROBLEM_BELOW_PART;
        return isProblem ? HostFinding.problem(found, change) : HostFinding.advice(found, change);
    }

    private long[] sizes(String name) throws IOException {
        String text = tree.setting(name);
        String[] fields = text.split("\\s+", -1);
        try {
            if (fields.length == 3) {
                return new long[] {Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2])};
            }
        } catch (NumberFormatException e) {
            throw new IOException(name + " is '" + text + "', not three sizes", e);
        }
        throw new IOException(name + " is '" + text + "', not three sizes");
    }

    /** The power of two with which one stream fills the network. */
    private static long advised(DataNetwork.Speed speed) {
        long inFlight = speed.bitsPerSecond() / 8 * DataNetwork.ROUND_TRIP_MILLIS / 1000;
        long advised = LEAST_ADVISED;
        while (advised < inFlight * USABLE_PART && advised < MOST_ADVISED) advised *= 2;
        return advised;
    }
}
