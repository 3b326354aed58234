package org.bdm.core.source.http.node;

import java.net.URI;
import java.util.Locale;

/**
 * Target of a connection. Connections are reused for the same origin only.
 *
 * @param host lower case; an IPv6 address in brackets
 */
public record HttpOrigin(boolean tls, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    public static HttpOrigin of(URI location) {
        boolean tls = "https".equalsIgnoreCase(location.getScheme());
        int usual = tls ? HTTPS_PORT : HTTP_PORT;
        int port = location.getPort() < 0 ? usual : location.getPort();
        return new HttpOrigin(tls, location.getHost().toLowerCase(Locale.ROOT), port);
    }

    /** True when this source can request the URL. */
    public static boolean isHttp(URI location) {
        String scheme = location.getScheme();
        return location.getHost() != null && ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme));
    }

    /** The same URL under the other scheme, which is where the host may be reached too. */
    public static URI otherScheme(URI location) {
        boolean tls = "https".equalsIgnoreCase(location.getScheme());
        String rest = location.toString().substring(location.getScheme().length());
        String port = tls ? ":443" : ":80";
        int authority = rest.indexOf("//") + 2;
        int path = rest.indexOf('/', authority);
        String host = path < 0 ? rest.substring(authority) : rest.substring(authority, path);
        if (host.endsWith(port)) host = host.substring(0, host.length() - port.length());
        return URI.create((tls ? "http" : "https") + "://" + host + (path < 0 ? "" : rest.substring(path)));
    }

    public boolean isUsualPort() {
        return port == (tls ? HTTPS_PORT : HTTP_PORT);
    }

    /** As {@link org.bdm.core.replica.Copy#node}: limits and troubles are counted by it. */
    public String node() {
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
