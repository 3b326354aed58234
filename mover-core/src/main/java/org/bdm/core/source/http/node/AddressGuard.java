package org.bdm.core.source.http.node;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.MoverException;

/**
 * Which addresses may be connected to: public ones, and hosts that were named. It is asked about the address of each connection after the
 * name was looked up, and exactly that address is dialled, so a name that changes its address between two looks gains nothing. What goes
 * through a {@link WebProxy} is dialled by that: a name that this machine can look up must be public all the same, and one that it cannot is left to
 * the proxy.
 */
public final class AddressGuard {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private static final int[][] REFUSED_IPV4 = { // first address, prefix length
        {0x00000000, 8}, // this network
        {0x0A000000, 8}, // private
        {0x64400000, 10}, // carrier-grade NAT
        {0x7F000000, 8}, // loopback
        {0xA9FE0000, 16}, // link-local, and what clouds tell their machines
        {0xAC100000, 12}, // private
        {0xC0000000, 24}, // protocol assignments
        {0xC0A80000, 16}, // private
        {0xC6120000, 15}, // benchmarks
        {0xE0000000, 4}, // multicast
        {0xF0000000, 4}, // reserved, broadcast
    };

    private final Set<AllowedHost> allowed;
    private final WebProxy proxy;

    /**
     * A guard that lets the named hosts through, too.
     *
     * @param allowed {@code host} or {@code host:port}; an IPv6 address with or without brackets, with a port only in brackets
     * @throws MoverException INVALID_REQUEST for what names no host: it would have no effect
     */
    public AddressGuard(Collection<String> allowed) {
        this(allowed, WebProxy.NONE);
    }

    /** The same, where web addresses are asked through a proxy. */
    public AddressGuard(Collection<String> allowed, WebProxy proxy) {
        this.proxy = proxy;
        this.allowed = allowed.stream().map(AllowedHost::parse).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the proxy through which web addresses are asked. */
    public WebProxy proxy() {
        return proxy;
    }

    /** True when a URL with this host may connect to this address. */
    public boolean mayConnect(String host, int port, InetAddress address) {
        String name = AllowedHost.name(host);
        return allowed.contains(new AllowedHost(name, AllowedHost.ANY_PORT))
                || allowed.contains(new AllowedHost(name, port))
                || isPublic(address);
    }

    /**
     * True when a client that dials by name may be given this URL: it may connect to every address of its host. They are looked up here, and the
     * JDK keeps them for longer than a request takes.
     *
     * @throws UnknownHostException if nobody knows its host
     */
    public boolean mayCall(URI url) throws UnknownHostException {
        int usual = "https".equalsIgnoreCase(url.getScheme()) ? HTTPS_PORT : HTTP_PORT;
        int port = url.getPort() >= 0 ? url.getPort() : usual;
        InetAddress[] found;
        try {
            found = InetAddress.getAllByName(url.getHost());
        } catch (UnknownHostException e) {
            if (proxy.via(url).isPresent()) return true; // the proxy looks it up, and dials what it is allowed to
            throw e;
        }
        for (InetAddress one : found) {
            if (!mayConnect(url.getHost(), port, one)) return false;
        }
        return true;
    }

    private static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) return isPublicIpv4(bytes, 0);
        boolean isMapped = isZero(bytes, 0, 10) && (bytes[10] & bytes[11] & 0xFF) == 0xFF;
        boolean isCompatible = isZero(bytes, 0, 12);
        if (isMapped || isCompatible) return isPublicIpv4(bytes, 12);
        int first = pair(bytes, 0);
        int second = pair(bytes, 2);
        if (first == 0x0064 && second == 0xFF9B) return isPublicIpv4(bytes, 12); // NAT64
        if (first == 0x2002) return isPublicIpv4(bytes, 2); // 6to4
        boolean isTeredoOrSpecial = first == 0x2001 && second < 0x0200;
        return (first & 0xE000) == 0x2000 && !isTeredoOrSpecial; // only global unicast
    }

    private static boolean isPublicIpv4(byte[] bytes, int from) {
        int address = (pair(bytes, from) << 16) | pair(bytes, from + 2);
        return Arrays.stream(REFUSED_IPV4).noneMatch(network -> (address ^ network[0]) >>> (32 - network[1]) == 0);
    }

    private static int pair(byte[] bytes, int at) {
        return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    }

    private static boolean isZero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) return false;
        }
        return true;
    }
}
