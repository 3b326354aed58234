package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.discovery.http.JdkTransport;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes that are down, slow or talk nonsense. */
class IndexFailuresTest {
    private static final AddressGuard GUARD = new AddressGuard(List.of());

    private static final String GOOD =
            "{\"response\":{\"numFound\":1,\"docs\":[{\"id\":\"P.a.b.v1|n1.example.org\"}]}}";

    private HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();

    private interface Behaviour {
        void answer(HttpExchange exchange, int request) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private Asked ask(Behaviour behaviour) {
        return ask(behaviour, Duration.ofSeconds(5));
    }

    private Asked ask(Behaviour behaviour, Duration timeout) {
        serve(behaviour);
        return Asked.of(Asked.open(), Depth.DATASETS, settings(timeout, 1000, Duration.ZERO));
    }

    private void serve(Behaviour behaviour) {
        server.createContext("/", exchange -> {
            try (exchange) {
                behaviour.answer(exchange, requests.incrementAndGet());
            }
        });
    }

    private IndexSettings settings(Duration timeout, int perDay, Duration cachedFor) {
        return new IndexSettings(
                "north",
                IndexKind.ESG_SEARCH,
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/esg-search/search"),
                "mover@example.org",
                perDay,
                Duration.ofSeconds(5),
                timeout,
                List.of(),
                true,
                10,
                100,
                100_000,
                cachedFor,
                Optional.empty());
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void good(HttpExchange exchange) throws IOException {
        send(exchange, 200, "application/json", GOOD);
    }

    @Test
    void anOverloadedIndexIsAskedAgainAfterTheTimeItNames() {
        Asked asked = ask((exchange, request) -> {
            if (request == 1) {
                exchange.getResponseHeaders().set("Retry-After", "7");
                exchange.sendResponseHeaders(503, -1);
            } else {
                good(exchange);
            }
        });

        assertThat(asked.warnings).isEmpty();
        assertThat(asked.datasets).hasSize(1);
        assertThat(asked.pauses).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void anIndexThatStaysOverloadedIsNamed() {
        Asked asked = ask((exchange, request) -> exchange.sendResponseHeaders(429, -1));

        assertThat(asked.codes()).containsExactly("OVERLOADED");
        assertThat(asked.warnings.get(0).affectsCompleteness()).isTrue();
        assertThat(asked.warnings.get(0).text()).startsWith("north: ");
        assertThat(requests).hasValue(3);
    }

    @Test
    void aWaitOfAnHourIsNotWaited() {
        Asked asked = ask((exchange, request) -> {
            exchange.getResponseHeaders().set("Retry-After", "3600");
            exchange.sendResponseHeaders(503, -1);
        });

        assertThat(asked.codes()).containsExactly("OVERLOADED");
        assertThat(asked.pauses).isEmpty();
    }

    @Test
    void aWebPageIsNoAnswer() {
        Asked asked = ask((exchange, request) -> send(exchange, 200, "text/html", "<html>maintenance</html>"));

        assertThat(asked.codes()).containsExactly("BROKEN_ANSWER");
    }

    @Test
    void nonsenseIsNoAnswer() {
        for (String nonsense :
                List.of("<html>", "42", "{\"error\":{\"code\":500}}", "[1,2]", "{\"response\":[]}", "{}{}")) {
            if (requests.get() > 0) server.removeContext("/");
            Asked asked = ask((exchange, request) -> send(exchange, 200, "application/json", nonsense));
            assertThat(asked.codes()).as(nonsense).containsExactly("BROKEN_ANSWER");
        }
    }

    @Test
    void anAnswerThatEndsInTheMiddleIsToldAndWhatWasReadStays() {
        Asked asked = ask((exchange, request) -> {
            String cut = GOOD.substring(0, GOOD.length() - 3);
            send(exchange, 200, "application/json", cut);
        });

        assertThat(asked.codes()).containsExactly("TRUNCATED");
        assertThat(asked.datasets).isEmpty();
    }

    @Test
    void aConnectionThatBreaksInsideTheAnswerIsToldAsTruncated() {
        Asked asked = ask((exchange, request) -> {
            exchange.sendResponseHeaders(200, GOOD.length());
            exchange.getResponseBody().write(GOOD.getBytes(StandardCharsets.UTF_8), 0, 20);
            exchange.getResponseBody().flush();
        });

        assertThat(asked.codes()).containsExactly("TRUNCATED");
    }

    @Test
    void fewerRecordsThanTheIndexSaysAreToldAsTruncated() {
        Asked asked = ask((exchange, request) ->
                send(exchange, 200, "application/json", "{\"response\":{\"numFound\":7,\"docs\":[]}}"));

        assertThat(asked.codes()).containsExactly("TRUNCATED");
    }

    @Test
    void aPageThatComesAgainAndAgainIsTold() {
        Asked asked = ask((exchange, request) ->
                send(exchange, 200, "application/json", GOOD.replace("\"numFound\":1", "\"numFound\":3")));

        assertThat(asked.codes()).containsExactly("PAGE_REPEATED");
        assertThat(requests).hasValue(3);
    }

    @Test
    void anAnswerThatDripsEndsAtTheTimeLimit() {
        Asked asked = ask(
                (exchange, request) -> {
                    exchange.sendResponseHeaders(200, 1000);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    untilStopped();
                },
                Duration.ofMillis(200));

        assertThat(asked.codes()).containsExactly("TIMED_OUT");
    }

    @Test
    void anIndexThatSaysNothingEndsAtTheTimeLimit() {
        Asked asked = ask((exchange, request) -> untilStopped(), Duration.ofMillis(200));

        assertThat(asked.codes()).containsExactly("TIMED_OUT");
    }

    private static void untilStopped() {
        try {
            new java.util.concurrent.CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the test is over
        }
    }

    @Test
    void anIndexThatIsDownIsNamedAndTheOthersAnswer() throws IOException {
        try (FakeIndex up = FakeIndex.start(0)) {
            up.with("{'id':'P.a.b.v1|n1.example.org','type':'Dataset'}");
            IndexSettings down = EsgSearchIndexTest.settings("down", URI.create("http://127.0.0.1:1/x"), 5, 10);

            Asked asked = Asked.everything(down, EsgSearchIndexTest.settings("up", up.address(), 5, 10));

            assertThat(asked.datasets).hasSize(1);
            assertThat(asked.codes()).containsExactly("UNREACHABLE");
            assertThat(asked.warnings.get(0).index()).isEqualTo("down");
        }
    }

    @Test
    void aRefusalIsNotRepeated() {
        Asked asked = ask((exchange, request) -> exchange.sendResponseHeaders(400, -1));

        assertThat(asked.codes()).containsExactly("REFUSED");
        assertThat(requests).hasValue(1);
    }

    @Test
    void anEndlessAnswerEndsAtTheSizeLimitAlsoIfItIsCompressed() {
        Asked asked = ask((exchange, request) -> {
            assertThat(exchange.getRequestHeaders().getFirst("Accept-Encoding")).isEqualTo("gzip");
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(" ".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
            }
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            exchange.sendResponseHeaders(200, packed.size());
            packed.writeTo(exchange.getResponseBody());
        });

        assertThat(asked.codes()).containsExactly("BROKEN_ANSWER");
        assertThat(asked.warnings.get(0).text()).contains("100000 bytes");
        assertThat(requests).hasValue(1);
    }

    @Test
    void redirectsAreFollowedButNotOutOfHttp() {
        Asked asked = ask((exchange, request) -> {
            String path = exchange.getRequestURI().getPath();
            if (path.endsWith("/moved")) {
                good(exchange);
                return;
            }
            exchange.getResponseHeaders().set("Location", request == 1 ? "/moved" : "ftp://127.0.0.1/x");
            exchange.sendResponseHeaders(302, -1);
        });
        assertThat(asked.datasets).hasSize(1);

        Asked leaving = Asked.of(Asked.open(), Depth.DATASETS, settings(Duration.ofSeconds(5), 10, Duration.ZERO));
        assertThat(leaving.datasets).isEmpty();
        assertThat(leaving.warnings).hasSize(1);
    }

    @Test
    void aSpentBudgetEndsTheAskingUntilTheNextDay() {
        serve((exchange, request) -> good(exchange));
        List<Claim> claims = new ArrayList<>();
        TurnedClock clock = new TurnedClock(Instant.parse("2026-11-01T12:00:00Z"));
        ConfiguredFederation federation = new ConfiguredFederation(
                List.of(settings(Duration.ofSeconds(5), 2, Duration.ZERO)),
                one -> new JdkTransport(one, new AddressGuard(List.of())),
                clock,
                time -> {});

        assertThat(federation.search(Asked.open(), Depth.DATASETS, claims::add)).isEmpty();
        assertThat(federation.search(Asked.open(), Depth.DATASETS, claims::add)).isEmpty();
        assertThat(federation.search(Asked.open(), Depth.DATASETS, claims::add))
                .singleElement()
                .matches(warning -> warning.code().equals("BUDGET_SPENT"));
        clock.turn(Duration.ofHours(13));
        assertThat(federation.search(Asked.open(), Depth.DATASETS, claims::add)).isEmpty();
        assertThat(requests).hasValue(3);
    }

    @Test
    void theSamePageIsNotAskedForTwiceWithinItsTime() {
        serve((exchange, request) -> {
            assertThat(exchange.getRequestHeaders().getFirst("User-Agent"))
                    .isEqualTo("bulk-data-mover (mover@example.org)");
            good(exchange);
        });
        TurnedClock clock = new TurnedClock(Instant.parse("2026-11-01T12:00:00Z"));
        List<Claim> claims = new ArrayList<>();
        ConfiguredFederation federation = new ConfiguredFederation(
                List.of(settings(Duration.ofSeconds(5), 100, Duration.ofMinutes(1))),
                one -> new JdkTransport(one, new AddressGuard(List.of())),
                clock,
                time -> {});

        federation.search(Asked.open(), Depth.DATASETS, claims::add);
        federation.search(Asked.open(), Depth.DATASETS, claims::add);
        assertThat(requests).hasValue(1);
        assertThat(claims).hasSize(2);
        clock.turn(Duration.ofMinutes(2));
        federation.search(Asked.open(), Depth.DATASETS, claims::add);
        assertThat(requests).hasValue(2);
    }

    @Test
    void whatTheReceiverThrowsEndsTheSearch() {
        serve((exchange, request) -> good(exchange));
        ConfiguredFederation federation = new ConfiguredFederation(
                List.of(settings(Duration.ofSeconds(5), 100, Duration.ZERO)),
                one -> new JdkTransport(one, new AddressGuard(List.of())),
                Asked.CLOCK,
                time -> {});

        assertThatThrownBy(() -> federation.search(Asked.open(), Depth.DATASETS, claim -> {
                    throw new IllegalStateException("enough");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
    }

    @Test
    void withoutIndexesAndWithoutNamesNothingIsAsked() {
        ConfiguredFederation none = ConfiguredFederation.of(List.of(), GUARD, Asked.CLOCK);
        assertThatThrownBy(() -> none.search(Asked.open(), Depth.DATASETS, claim -> {}))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));

        ConfiguredFederation one =
                ConfiguredFederation.of(List.of(settings(Duration.ofSeconds(5), 1, Duration.ZERO)), GUARD, Asked.CLOCK);
        assertThatThrownBy(() -> one.search(Selection.ofDatasets(List.of("a b")), Depth.DATASETS, claim -> {}))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }
}
