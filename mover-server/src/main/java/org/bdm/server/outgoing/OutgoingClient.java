package org.bdm.server.outgoing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.WebProxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes HTTP clients of the JDK for requests to the web. Each has a thread of its own while it lives. */
public final class OutgoingClient {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingClient.class);

    /** The JDK reads it once, and sends no login to a proxy that makes a tunnel, unless it is empty. */
    private static final String SCHEMES_NOT_FOR_TUNNELS = "jdk.http.auth.tunneling.disabledSchemes";

    private OutgoingClient() {}

    /** Lets clients log in at a proxy of these; before the first client is made in the process. */
    public static void allowLoginAt(WebProxy proxy) {
        if (proxy.wantsLogin()) System.setProperty(SCHEMES_NOT_FOR_TUNNELS, "");
    }

    /**
     * Returns a client that speaks HTTP/1.1, because an offer of HTTP/2 in the open makes some servers fail, and follows no redirect, because what
     * it would ask then is the word of another.
     */
    public static HttpClient of(AddressGuard guard, Duration connectTimeout) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER);
        WebProxy proxy = guard.proxy();
        if (!proxy.isUsed()) return client.build();
        return client.proxy(new Selector(proxy)).build();
    }

    /**
     * Returns a request with the login at the proxy through which it goes, if that wants one. An authenticator is not used: with one, the JDK makes an
     * exception of each 401 of the server itself.
     */
    public static HttpRequest.Builder request(AddressGuard guard, URI address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        guard.proxy()
                .via(address)
                .flatMap(WebProxy.Via::authorization)
                .ifPresent(login -> request.header("Proxy-Authorization", login));
        return request;
    }

    private static final class Selector extends ProxySelector {
        private final WebProxy proxy;

        Selector(WebProxy proxy) {
            this.proxy = proxy;
        }

        @Override
        public List<Proxy> select(URI address) {
            Optional<WebProxy.Via> via = proxy.via(address);
            return List.of(
                    via.isEmpty()
                            ? Proxy.NO_PROXY
                            : new Proxy(
                                    Proxy.Type.HTTP,
                                    InetSocketAddress.createUnresolved(
                                            via.get().host(), via.get().port())));
        }

        @Override
        public void connectFailed(URI address, SocketAddress at, IOException failure) {
            LOG.warn("the proxy {} cannot be reached: {}", at, failure.toString());
        }
    }
}
