package org.bdm.server.outgoing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.WebProxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends requests to the web with the HTTP client of the JDK. Any thread that may block. */
public final class OutgoingClient {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingClient.class);

    /** The JDK reads it once, and sends no login to a proxy that makes a tunnel, unless it is empty. */
    private static final String SCHEMES_NOT_FOR_TUNNELS = "jdk.http.auth.tunneling.disabledSchemes";

    private final AddressGuard guard;
    private final Duration connectTimeout;
    private final Optional<SSLContext> tls;
    private @Nullable HttpClient client; // guarded by this; it has a thread, and many sites do not need it

    /** Makes nothing yet. The caller asks the guard before each request. */
    public OutgoingClient(AddressGuard guard, Duration connectTimeout) {
        this(guard, connectTimeout, Optional.empty());
    }

    /** As the other, with certificates that are not those of the platform. */
    public OutgoingClient(AddressGuard guard, Duration connectTimeout, Optional<SSLContext> tls) {
        this.guard = guard;
        this.connectTimeout = connectTimeout;
        this.tls = tls;
    }

    /** Lets clients log in at a proxy of these; before the first client is made in the process. */
    public static void allowLoginAt(WebProxy proxy) {
        if (proxy.wantsLogin()) System.setProperty(SCHEMES_NOT_FOR_TUNNELS, "");
    }

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = made();
            client = made;
        }
        return made;
    }

    /**
     * It speaks HTTP/1.1, because an offer of HTTP/2 in the open makes some servers fail, and follows no redirect, because what it would ask then is
     * the word of another.
     */
    private HttpClient made() {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connectTimeout)
                .followRedirects(HttpClient.Redirect.NEVER);
        tls.ifPresent(client::sslContext);
        WebProxy proxy = guard.proxy();
        if (!proxy.isUsed()) return client.build();
        return client.proxy(new Selector(proxy)).build();
    }

    /**
     * Returns a request with the login at the proxy through which it goes, if that wants one. An authenticator is not used: with one, the JDK makes an
     * exception of each 401 of the server itself.
     */
    public HttpRequest.Builder request(URI address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        guard.proxy()
                .via(address)
                .flatMap(WebProxy.Via::authorization)
                .ifPresent(login -> request.header("Proxy-Authorization", login));
        return request;
    }

    /**
     * Sends, and returns the answer, whose body arrives while it is read.
     *
     * @param longest time for the whole answer, with the reading of its body
     * @throws java.net.http.HttpTimeoutException if the answer does not begin in time; the body throws it if it does not end in time
     */
    public HttpResponse<InputStream> send(HttpRequest.Builder request, Duration longest)
            throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + longest.toNanos();
        return client().send(request.timeout(longest).build(), head -> new TimedBody(deadlineNanos));
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
