package org.bdm.server.discovery.http;

import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import org.bdm.core.source.http.node.AddressGuard;

/**
 * The addresses that may be asked on behalf of one index: the configured one, and whatever the guard lets through. Links in answers and
 * redirects are words of others. Any thread; looks names up.
 */
final class IndexAddresses {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final URI configured;
    private final AddressGuard guard;

    IndexAddresses(URI configured, AddressGuard guard) {
        this.configured = configured;
        this.guard = guard;
    }

    /**
     * Refuses addresses that the guard does not let through.
     *
     * @throws RedirectRefused if it is not to be asked
     * @throws UnknownHostException if nobody knows its host
     */
    void check(URI address) throws RedirectRefused, UnknownHostException {
        if (!isWeb(address)) throw new RedirectRefused("it sends to an address that is not http or https");
        if (isTls(configured) && !isTls(address))
            throw new RedirectRefused("it sends from https to http, at " + address.getHost());
        if (isConfigured(address)) return;
        if (!guard.mayCall(address))
            throw new RedirectRefused("it sends to " + address.getHost() + ", whose address is not public");
    }

    private boolean isConfigured(URI address) {
        return address.getHost().equalsIgnoreCase(configured.getHost()) && port(address) == port(configured);
    }

    private static boolean isWeb(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        return (scheme.equals("http") || scheme.equals("https")) && address.getHost() != null;
    }

    private static boolean isTls(URI address) {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) return address.getPort();
        return isTls(address) ? HTTPS_PORT : HTTP_PORT;
    }
}
