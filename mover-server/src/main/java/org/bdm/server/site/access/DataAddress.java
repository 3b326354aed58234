package org.bdm.server.site.access;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Reads {@code HOST:PORT}; IPv6 addresses stand in brackets. */
public final class DataAddress {
    // Anything else would be looked up as a name, by whoever is asked to parse it.
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:.]+]");
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,253}$)(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_-]*(\\.[A-Za-z0-9_-]+)*");

    private DataAddress() {}

    /** The address; literal addresses are resolved, host names are left to who connects. INVALID_REQUEST for another form. */
    public static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) throw malformed(text);
        String host = text.substring(0, colon);
        if (IPV4.matcher(host).matches() && !isIpv4(host)) throw malformed(text);
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port < 1 || port > 65535) throw malformed(text);
            boolean isLiteral =
                    IPV6.matcher(host).matches() || IPV4.matcher(host).matches() || host.equals("localhost");
            if (!isLiteral && !NAME.matcher(host).matches()) throw malformed(text);
            return isLiteral
                    ? new InetSocketAddress(InetAddress.getByName(host), port)
                    : InetSocketAddress.createUnresolved(host, port);
        } catch (NumberFormatException | UnknownHostException e) {
            throw malformed(text);
        }
    }

    private static boolean isIpv4(String host) {
        return Arrays.stream(host.split("\\.")).allMatch(part -> Integer.parseInt(part) <= 255);
    }

    private static MoverException malformed(String text) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "'" + text + "' is not HOST:PORT");
    }
}
