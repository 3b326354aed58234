package org.bdm.server.discovery.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.bdm.core.source.http.FakeAuthority;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index, and what it sends to: its own address was configured, all others are its word. */
class IndexRedirectsTest {
    private final List<HttpServer> open = new ArrayList<>();
    private final List<String> askedInside = new CopyOnWriteArrayList<>();
    private HttpServer index;
    private HttpServer inside;

    @BeforeEach
    void start() throws IOException {
        index = server();
        inside = server();
        inside.createContext("/", exchange -> {
            askedInside.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.start();
        open.add(server);
        return server;
    }

    @AfterEach
    void stop() {
        for (HttpServer each : open) each.stop(0);
    }

    private static URI address(HttpServer server, String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void redirects(String path, int status, String location) {
        redirects(index, path, status, location);
    }

    private static void redirects(HttpServer server, String path, int status, String location) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Location", location);
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
    }

    private HttpAnswer ask(URI address, Optional<String> body, String... allowed) throws Exception {
        IndexSettings settings = IndexSettings.of("i", IndexKind.STAC, address(index, "/"));
        JdkTransport transport = new JdkTransport(settings, new AddressGuard(List.of(allowed)));
        return transport.send(new HttpQuestion(address, body, "*/*", "test", Duration.ofSeconds(10)));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectToAnAddressInsideIsNotFollowed(int status) {
        redirects("/search", status, address(inside, "/admin").toString());
        assertThatThrownBy(() -> ask(address(index, "/search"), Optional.empty()))
                .isInstanceOf(RedirectRefused.class)
                .hasMessageContaining("not public");
        assertThat(askedInside).isEmpty();
    }

    @Test
    void linkInAnAnswerToAnAddressInsideIsNotFollowed() {
        assertThatThrownBy(() -> ask(address(inside, "/next"), Optional.empty()))
                .isInstanceOf(RedirectRefused.class);
        assertThatThrownBy(() -> ask(URI.create("http://169.254.169.254/latest"), Optional.empty()))
                .isInstanceOf(RedirectRefused.class);
        assertThatThrownBy(() -> ask(URI.create("file:///etc/passwd"), Optional.empty()))
                .isInstanceOf(RedirectRefused.class);
        assertThat(askedInside).isEmpty();
    }

    @Test
    void hostThatIsAllowedIsFollowedAndAPostStaysOneOnlyWhereTheStatusSaysSo() throws Exception {
        redirects("/a", 302, address(inside, "/one").toString());
        redirects("/b", 307, address(inside, "/two").toString());
        String allowed = "127.0.0.1:" + inside.getAddress().getPort();
        ask(address(index, "/a"), Optional.of("{}"), allowed).close();
        ask(address(index, "/b"), Optional.of("{}"), allowed).close();
        assertThat(askedInside).containsExactly("GET /one", "POST /two");
    }

    @Test
    void redirectWithinTheIndexIsFollowedAFewTimes() {
        redirects("/loop", 302, "/loop");
        assertThatThrownBy(() -> ask(address(index, "/loop"), Optional.empty()))
                .isInstanceOf(RedirectRefused.class)
                .hasMessageContaining("more than 5 times");
    }

    @Test
    void indexThatWasConfiguredWithTlsIsNotAskedWithout() {
        IndexSettings settings = IndexSettings.of("i", IndexKind.STAC, URI.create("https://index.example/"));
        IndexAddresses addresses = new IndexAddresses(settings.address(), new AddressGuard(List.of()));
        assertThatThrownBy(() -> addresses.check(URI.create("http://index.example/next")))
                .isInstanceOf(RedirectRefused.class)
                .hasMessageContaining("https to http");
    }

    @Test
    void redirectToHttpsAndBackToHttpIsNotFollowed() throws Exception {
        FakeAuthority authority = FakeAuthority.ofItsOwn("127.0.0.1");
        HttpsServer encrypted = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        encrypted.setHttpsConfigurator(new HttpsConfigurator(authority.serving()));
        encrypted.start();
        open.add(encrypted);
        redirects("/up", 302, "https://127.0.0.1:" + encrypted.getAddress().getPort() + "/down");
        redirects(encrypted, "/down", 302, address(inside, "/plain").toString());
        SSLContext before = SSLContext.getDefault();
        SSLContext.setDefault(authority.trusting());
        try {
            assertThatThrownBy(() -> ask(address(index, "/up"), Optional.empty(), "127.0.0.1"))
                    .isInstanceOf(RedirectRefused.class)
                    .hasMessageContaining("https to http");
        } finally {
            SSLContext.setDefault(before);
        }
        assertThat(askedInside).isEmpty();
    }

    @Test
    void failureIsOneOfTheIndexAndIsNotRepeated() {
        redirects("/search", 302, address(inside, "/admin").toString());
        IndexSettings settings = IndexSettings.of("i", IndexKind.STAC, address(index, "/"));
        IndexConnection connection = new IndexConnection(
                settings,
                new JdkTransport(settings, new AddressGuard(List.of())),
                java.time.Clock.systemUTC(),
                time -> {});
        assertThatThrownBy(() -> connection.ask(address(index, "/search"), body -> "read"))
                .isInstanceOfSatisfying(
                        IndexFailure.class,
                        failure -> assertThat(failure.isWorthRepeating()).isFalse());
    }
}
