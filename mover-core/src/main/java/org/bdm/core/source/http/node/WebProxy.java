package org.bdm.core.source.http.node;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP proxy through which web addresses are asked, as other programs read it from their environment:
 *
 * <pre>
 *   HTTPS_PROXY  https_proxy   for https
 *   HTTP_PROXY   http_proxy    for http
 *   NO_PROXY     no_proxy      hosts that are asked directly, with commas: NAME (and what is below), .NAME (what is below),
 *                              NAME:PORT, ADDRESS, NETWORK/BITS, or * for all
 * </pre>
 *
 * This machine ({@code localhost} and loopback addresses) is never asked through a proxy. A proxy is {@code http://[USER:PASSWORD@]HOST:PORT}.
 * Immutable; any thread.
 */
public final class WebProxy {
    /** Everything is asked directly. */
    public static final WebProxy NONE = new WebProxy(Optional.empty(), Optional.empty(), List.of());

    private static final int PORT_MAX = 65_535;

    private final Optional<Via> ofHttps;
    private final Optional<Via> ofHttp;
    private final List<DirectHost> direct;

    private WebProxy(Optional<Via> ofHttps, Optional<Via> ofHttp, List<DirectHost> direct) {
        this.ofHttps = ofHttps;
        this.ofHttp = ofHttp;
        this.direct = List.copyOf(direct);
    }

    /**
     * One proxy.
     *
     * @param host name or address, an IPv6 address without brackets
     * @param user null for a proxy that knows nobody
     * @param password null with {@code user}
     */
    public record Via(
            String host,
            int port,
            @Nullable String user,
            @Nullable String password) {
        /** Returns the value of {@code Proxy-Authorization}; empty for a proxy that knows nobody. */
        public Optional<String> authorization() {
            if (user == null) return Optional.empty();
            byte[] pair = (user + ":" + (password == null ? "" : password)).getBytes(StandardCharsets.UTF_8);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
        }

        /** Nothing secret. */
        @Override
        public String toString() {
            return "http://" + host + ":" + port;
        }
    }

    /**
     * Reads the settings.
     *
     * @param option a proxy for http and https in the place of that of the environment; {@code none} for no proxy; null for the environment alone
     * @throws MoverException INVALID_REQUEST naming what cannot be read
     */
    public static WebProxy of(@Nullable String option, Map<String, String> environment) {
        if (option != null && option.equalsIgnoreCase("none")) return NONE;
        List<DirectHost> direct = new ArrayList<>();
        for (String entry : value(environment, "NO_PROXY").orElse("").split("[,\\s]+")) {
            if (!entry.isEmpty()) direct.add(DirectHost.parse(entry));
        }
        if (option != null) {
            Optional<Via> all = Optional.of(via("--http-proxy", option));
            return new WebProxy(all, all, direct);
        }
        return new WebProxy(
                value(environment, "HTTPS_PROXY").map(text -> via("HTTPS_PROXY", text)),
                value(environment, "HTTP_PROXY").map(text -> via("HTTP_PROXY", text)),
                direct);
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        String lower = environment.get(name.toLowerCase(Locale.ROOT));
        String found = lower == null || lower.isBlank() ? environment.get(name) : lower;
        return Optional.ofNullable(found).map(String::strip).filter(text -> !text.isEmpty());
    }

    private static Via via(String name, String text) {
        boolean hasScheme = text.contains("://");
        if (!hasScheme && text.indexOf('@') >= 0)
            throw refused(name); // it would not be known as a secret where settings are shown
        try {
            URI address = URI.create(hasScheme ? text : "http://" + text);
            int port = address.getPort();
            String host = address.getHost();
            boolean isProxy =
                    "http".equalsIgnoreCase(address.getScheme()) && host != null && port > 0 && port <= PORT_MAX;
            if (!isProxy) throw refused(name);
            String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
            String login = address.getUserInfo();
            if (login == null) return new Via(plain, port, null, null);
            int colon = login.indexOf(':');
            return colon < 0
                    ? new Via(plain, port, login, null)
                    : new Via(plain, port, login.substring(0, colon), login.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            throw refused(name);
        }
    }

    /** Does not repeat the text, which may hold a password. */
    private static MoverException refused(String name) {
        return new MoverException(
                ErrorCode.INVALID_REQUEST,
                name
                        + " is not a proxy that can be used: write http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, or ignore the environment with --http-proxy none");
    }

    /** The proxy through which this URL is asked; empty if it is asked directly. */
    public Optional<Via> via(URI url) {
        boolean isTls = "https".equalsIgnoreCase(url.getScheme());
        int usual = isTls ? 443 : 80;
        return via(isTls, url.getHost(), url.getPort() < 0 ? usual : url.getPort());
    }

    /**
     * As {@link #via(URI)}.
     *
     * @param host an IPv6 address with or without brackets
     */
    public Optional<Via> via(boolean isTls, String host, int port) {
        Optional<Via> via = isTls ? ofHttps : ofHttp;
        if (via.isEmpty()) return via;
        String name = AllowedHost.name(host);
        Optional<InetAddress> address = literal(name);
        boolean isHere = name.equals("localhost")
                || address.filter(InetAddress::isLoopbackAddress).isPresent();
        boolean isDirect = isHere || direct.stream().anyMatch(each -> each.isOf(name, port, address));
        return isDirect ? Optional.empty() : via;
    }

    /** True if anything may go through a proxy. */
    public boolean isUsed() {
        return ofHttps.isPresent() || ofHttp.isPresent();
    }

    /** True if a proxy wants a login. */
    public boolean wantsLogin() {
        return ofHttps.filter(via -> via.user() != null).isPresent()
                || ofHttp.filter(via -> via.user() != null).isPresent();
    }

    /** An address that is written as one; names are not looked up. */
    static Optional<InetAddress> literal(String host) {
        boolean isAddress = host.indexOf(':') >= 0 || host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
        if (!isAddress) return Optional.empty();
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** For people; nothing secret. */
    @Override
    public String toString() {
        if (!isUsed()) return "no proxy";
        return "https by " + ofHttps.map(Via::toString).orElse("none") + ", http by "
                + ofHttp.map(Via::toString).orElse("none") + ", " + direct.size() + " entries of NO_PROXY";
    }
}
