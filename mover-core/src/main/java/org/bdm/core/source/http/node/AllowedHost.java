package org.bdm.core.source.http.node;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * A host that may be connected to whatever its address.
 *
 * @param name lower case, without a dot at its end; an IP address in one spelling, IPv4 for an IPv6 address that maps one
 * @param port or {@link #ANY_PORT}
 */
record AllowedHost(String name, int port) {
    static final int ANY_PORT = 0;
    private static final int PORT_MAX = 65_535;

    /** Reads {@code HOST[:PORT]}. */
    static AllowedHost parse(String text) {
        String given = text.strip();
        if (NetUtil.isValidIpV6Address(withoutBrackets(given))) return new AllowedHost(name(given), ANY_PORT);
        int colon = given.lastIndexOf(':');
        String host = colon < 0 ? given : given.substring(0, colon);
        boolean isBracketed = host.startsWith("[") && host.endsWith("]");
        boolean isAddress = isBracketed && NetUtil.isValidIpV6Address(withoutBrackets(host));
        if (host.isEmpty() || (host.indexOf(':') >= 0 && !isAddress) || !isName(host, isAddress))
            throw refused(text, "it has no host; write HOST, HOST:PORT, and IPv6 as [::1] or [::1]:8080");
        return new AllowedHost(name(host), colon < 0 ? ANY_PORT : port(text, given.substring(colon + 1)));
    }

    private static boolean isName(String host, boolean isAddress) {
        return isAddress || host.chars().noneMatch(c -> c <= ' ' || "/[]@?#,*".indexOf(c) >= 0);
    }

    private static int port(String text, String digits) {
        boolean isNumber = digits.matches("[0-9]{1,5}");
        int port = isNumber ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > PORT_MAX) throw refused(text, "its port is not a number from 1 to 65535");
        return port;
    }

    private static MoverException refused(String text, String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--allow-host " + text + ": " + why);
    }

    /** A host as a URL names it, in the spelling in which hosts are compared. */
    static String name(String host) {
        String plain = withoutBrackets(host.toLowerCase(Locale.ROOT));
        if (NetUtil.isValidIpV6Address(plain) || NetUtil.isValidIpV4Address(plain)) return address(plain);
        return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    }

    private static String address(String literal) {
        try {
            return InetAddress.getByName(literal).getHostAddress(); // looks nothing up
        } catch (UnknownHostException e) {
            return literal; // a zone that this machine does not have
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}
