package org.bdm.core.source.http.node;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * One entry of {@code NO_PROXY}.
 *
 * @param name in lower case, without a dot in front; {@code *} for every host
 * @param isBelowOnly whether the name itself is not meant, only what is below it
 * @param port 0 for every port
 * @param network address that begins a network, with {@code bits}; empty for a name
 * @param bits of the network that count
 */
record DirectHost(String name, boolean isBelowOnly, int port, Optional<InetAddress> network, int bits) {
    /** Reads an entry; INVALID_REQUEST. */
    static DirectHost parse(String entry) {
        int slash = entry.indexOf('/');
        Optional<InetAddress> network = WebProxy.literal(plain(slash < 0 ? entry : entry.substring(0, slash)));
        try {
            if (network.isPresent()) {
                int bitsMax = network.get().getAddress().length * 8;
                int bits = slash < 0 ? bitsMax : Integer.parseInt(entry.substring(slash + 1));
                if (bits < 0 || bits > bitsMax) throw refused(entry);
                return new DirectHost("", false, 0, network, bits);
            }
            int colon = entry.lastIndexOf(':');
            int port = colon < 0 ? 0 : Integer.parseInt(entry.substring(colon + 1));
            String host = colon < 0 ? entry : entry.substring(0, colon);
            Optional<InetAddress> address = WebProxy.literal(plain(host));
            if (address.isPresent())
                return new DirectHost("", false, port, address, address.get().getAddress().length * 8);
            String name = host.startsWith("*.") ? host.substring(1) : host;
            boolean isBelowOnly = name.startsWith(".");
            return new DirectHost(
                    (isBelowOnly ? name.substring(1) : name).toLowerCase(Locale.ROOT),
                    isBelowOnly,
                    port,
                    Optional.empty(),
                    0);
        } catch (NumberFormatException e) {
            throw refused(entry);
        }
    }

    private static String plain(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static MoverException refused(String entry) {
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                "NO_PROXY has '" + entry + "', which is not a name, NAME:PORT, address or NETWORK/BITS");
    }

    /** True if this host is asked directly; {@code address} if it is written as one. */
    boolean isOf(String host, int wantedPort, Optional<InetAddress> address) {
        if (port != 0 && port != wantedPort) return false;
        if (network.isPresent())
            return address.isPresent()
                    && isWithin(network.get().getAddress(), address.get().getAddress());
        if (name.equals("*")) return true;
        return host.endsWith("." + name) || (!isBelowOnly && host.equals(name));
    }

    private boolean isWithin(byte[] begin, byte[] address) {
        if (begin.length != address.length) return false;
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if ((begin[bit >> 3] & mask) != (address[bit >> 3] & mask)) return false;
        }
        return true;
    }
}
