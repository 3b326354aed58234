package org.bdm.core.source.http;

import java.net.URI;
import java.util.Locale;

/**
 * Where a connection goes to. Connections are reused for the same origin only.
 *
 * @param host lower case; an IPv6 address in brackets
 */
record HttpOrigin(boolean tls, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    static HttpOrigin of(URI location) {
        boolean tls = "https".equalsIgnoreCase(location.getScheme());
        int usual = tls ? HTTPS_PORT : HTTP_PORT;
        int port = location.getPort() < 0 ? usual : location.getPort();
        return new HttpOrigin(tls, location.getHost().toLowerCase(Locale.ROOT), port);
    }

    /** Whether the URL is one that can be asked here. */
    static boolean isHttp(URI location) {
        String scheme = location.getScheme();
        return location.getHost() != null && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme));
    }

    boolean isUsualPort() {
        return port == (tls ? HTTPS_PORT : HTTP_PORT);
    }

    /** As {@link org.bdm.core.replica.Copy#node}: limits and troubles are counted by it. */
    String node() {
        return isUsualPort() ? host : host + ":" + port;
    }

    /** The host as a name server or a socket takes it. */
    String hostName() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + node();
    }
}
