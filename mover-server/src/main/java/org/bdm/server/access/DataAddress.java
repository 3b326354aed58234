package org.bdm.server.access;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Reads {@code HOST:PORT}; IPv6 addresses stand in brackets. */
public final class DataAddress {
    private DataAddress() {}

    /** The address; literal addresses are resolved, host names are left to who connects. INVALID_REQUEST for another form. */
    public static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) throw malformed(text);
        String host = text.substring(0, colon);
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port < 1 || port > 65535) throw malformed(text);
            boolean isLiteral = host.startsWith("[") || host.matches("[0-9.]+") || host.equals("localhost");
            return isLiteral
                    ? new InetSocketAddress(InetAddress.getByName(host), port)
                    : InetSocketAddress.createUnresolved(host, port);
        } catch (NumberFormatException | UnknownHostException e) {
            throw malformed(text);
        }
    }

    private static MoverException malformed(String text) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "'" + text + "' is not HOST:PORT");
    }
}
