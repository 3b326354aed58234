package org.bdm.server.connections;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** Whom an address stands for: an IPv4 address for itself, an IPv6 address for its network of 64 bits, which belongs to one customer. */
public final class CallerAddress {
    private static final int NETWORK_BYTES = 8;

    private CallerAddress() {}

    /** Names the cause behind {@code address}. */
    public static String causeOf(InetAddress address) {
        if (!(address instanceof Inet6Address)) return address.getHostAddress();
        return HexFormat.of().formatHex(address.getAddress(), 0, NETWORK_BYTES) + "::/64";
    }
}
