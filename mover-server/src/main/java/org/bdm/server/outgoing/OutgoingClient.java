package org.bdm.server.outgoing;

import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.WebProxy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes HTTP clients of the JDK for requests to the web. Each has a thread of its own while it lives. */
public final class OutgoingClient {
    private static final Logger LOG = LoggerFactory.getLogger(OutgoingClient.class);

    /** The JDK reads it once, and gives no name and password to a proxy that makes a tunnel, unless it is empty. */
    private static final String SCHEMES_NOT_FOR_TUNNELS = "jdk.http.auth.tunneling.disabledSchemes";

    private OutgoingClient() {}

    /** Lets clients log in at a proxy of these; before the first client is made in the process. */
    public static void allowLoginAt(WebProxy proxy) {
        if (proxy.withLogin().isPresent()) System.setProperty(SCHEMES_NOT_FOR_TUNNELS, "");
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
        client.proxy(new Selector(proxy));
        proxy.withLogin().ifPresent(login -> client.authenticator(new ProxyLogin(login)));
        return client.build();
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

    /** Gives the name and password to the proxy alone. */
    private static final class ProxyLogin extends Authenticator {
        private final WebProxy.Via login;

        ProxyLogin(WebProxy.Via login) {
            this.login = login;
        }

        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            boolean isForProxy = getRequestorType() == RequestorType.PROXY
                    && login.host().equalsIgnoreCase(getRequestingHost())
                    && login.port() == getRequestingPort();
            if (!isForProxy) return null;
            String password = login.password() == null ? "" : login.password();
            return new PasswordAuthentication(String.valueOf(login.user()), password.toCharArray());
        }
    }
}
