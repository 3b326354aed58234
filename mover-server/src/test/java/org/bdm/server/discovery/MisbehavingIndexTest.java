package org.bdm.server.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.http.HttpTransport;
import org.bdm.server.discovery.http.JdkTransport;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One index that does not do what it is asked takes nothing from the others, and not much of anybody's time. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MisbehavingIndexTest {
    private static final String RECORD = "{\"id\":\"P.a.b.v1|n1.example.org\",\"number_of_files\":2}";
    private static final String FACETS =
            "\"facet_counts\":{\"facet_fields\":{\"source_id\":[\"A\",600000,\"B\",500000]}}";
    private static final int QUESTIONS_MAX = 200;
    private static final Selection NAMED = Selection.ofDatasets(List.of("P.a.b.v1", "P.a.good.v1"));

    private HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();

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

    /** Asks an index that gives this answer to a question of this number, and a good one. */
    private Asked ask(IndexKind kind, Selection selection, IntFunction<String> answers) throws IOException {
        server.createContext("/", exchange -> {
            try (exchange) {
                send(exchange, answers.apply(requests.incrementAndGet()));
            }
        });
        try (FakeIndex good = FakeIndex.start(0)) {
            good.with("{'id':'P.a.good.v1|n2.example.org','instance_id':'P.a.good.v1','type':'Dataset'}");
            Asked asked = Asked.atMost(
                    QUESTIONS_MAX,
                    selection,
                    Depth.FILES,
                    settings(kind),
                    EsgSearchIndexTest.settings("good", good.address(), 5, 10));
            assertThat(asked.datasets).extracting(ClaimedDataset::instanceId).contains("P.a.good.v1");
            assertThat(asked.warnings).extracting(IndexWarning::index).containsOnly("bad");
            assertThat(asked.warnings).anyMatch(IndexWarning::affectsCompleteness);
            return asked;
        }
    }

    private static void send(HttpExchange exchange, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private IndexSettings settings(IndexKind kind) {
        return new IndexSettings(
                "bad",
                kind,
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/catalog.xml"),
                "",
                1_000_000,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                List.of(),
                true,
                10,
                100,
                4 << 20,
                Duration.ofMinutes(2),
                Optional.empty());
    }

    private static String found(long found, String records) {
        return "{\"response\":{\"numFound\":" + found + ",\"docs\":[" + records + "]}," + FACETS + "}";
    }

    @Test
    void anIndexThatAnswersTheSamePageWithTheSameCountsWhateverIsAskedIsNamed() throws IOException {
        Asked asked = ask(IndexKind.ESG_SEARCH, Asked.open(), request -> found(1_000_000, RECORD));
        assertThat(asked.codes()).containsExactly("BROKEN_ANSWER");
        assertThat(requests).hasValueLessThan(20);
    }

    @Test
    void anIndexThatAnswersTheSamePageWithoutCountsIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.ESG_SEARCH,
                Asked.open(),
                request -> "{\"response\":{\"numFound\":1000000,\"docs\":[" + RECORD + "]}}");
        assertThat(asked.codes()).containsExactly("BROKEN_ANSWER");
        assertThat(requests).hasValueLessThan(20);
    }

    @Test
    void anIndexWhoseTotalGrowsForeverIsNamed() throws IOException {
        Asked asked = ask(IndexKind.ESG_SEARCH, Asked.open(), request -> found(1_000_000_000L + request, RECORD));
        assertThat(asked.codes()).isNotEmpty();
        assertThat(requests).hasValueLessThanOrEqualTo(QUESTIONS_MAX);
    }

    @Test
    void filesThatNeverEndAreCutAndNamed() throws IOException {
        Asked asked = ask(
                IndexKind.ESG_SEARCH,
                NAMED,
                request -> "{\"response\":{\"numFound\":" + (request == 1 ? 1 : Long.MAX_VALUE) + ",\"docs\":["
                        + (request == 1 ? RECORD : file(request)) + "]}}");
        assertThat(asked.codes()).contains("TRUNCATED");
        assertThat(requests).hasValueLessThanOrEqualTo(QUESTIONS_MAX);
    }

    private static String file(int number) {
        return "{\"id\":\"f" + number + "\",\"title\":\"f" + number
                + ".nc\",\"dataset_id\":\"P.a.b.v1|n1.example.org\",\"data_node\":\"n1.example.org\"}";
    }

    @Test
    void aGlobusIndexThatAlwaysHasTheSameNextPageIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.GLOBUS_SEARCH,
                Asked.open(),
                request -> "{\"gmeta\":[{\"entries\":[{\"content\":" + RECORD
                        + "}]}],\"total\":5,\"has_next_page\":true}");
        assertThat(asked.codes()).contains("PAGE_REPEATED");
        assertThat(requests).hasValueLessThan(50);
    }

    @Test
    void aGlobusScrollWithAlwaysAnotherMarkerIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.GLOBUS_SEARCH,
                Asked.open(),
                request -> "{\"gmeta\":[{\"entries\":[{\"content\":" + RECORD
                        + "}]}],\"total\":1000000,\"has_next_page\":true,\"marker\":\"m" + request + "\"}");
        assertThat(asked.codes()).contains("PAGE_REPEATED");
        assertThat(requests).hasValueLessThan(100);
    }

    @Test
    void aStacIndexThatAlternatesBetweenTwoPagesIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.STAC,
                NAMED,
                request -> "{\"features\":[{\"id\":\"i" + request % 2
                        + "\"}],\"links\":[{\"rel\":\"next\",\"method\":\"POST\",\"body\":{\"token\":\"t" + request
                        + "\"}}]}");
        assertThat(asked.codes()).contains("PAGE_REPEATED");
        assertThat(requests).hasValueLessThan(20);
    }

    @Test
    void aStacIndexWhoseEmptyPagesNeverEndIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.STAC,
                NAMED,
                request ->
                        "{\"features\":[],\"links\":[{\"rel\":\"next\",\"href\":\"/search?page=" + request + "\"}]}");
        assertThat(asked.codes()).contains("PAGE_REPEATED");
        assertThat(requests).hasValueLessThan(20);
    }

    @Test
    void aStacIndexThatHasForeverMoreIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.STAC,
                NAMED,
                request -> "{\"features\":[{\"id\":\"i" + request
                        + "\"}],\"links\":[{\"rel\":\"next\",\"href\":\"/search?page=" + request + "\"}]}");
        assertThat(asked.codes()).contains("TRUNCATED");
        assertThat(requests).hasValueLessThanOrEqualTo(QUESTIONS_MAX);
    }

    @Test
    void aThreddsCatalogThatHangsOnItselfUnderEverLongerNamesIsNamed() throws IOException {
        Asked asked = ask(
                IndexKind.THREDDS,
                Asked.open(),
                request -> "<catalog xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
                        + "<catalogRef xlink:href=\"x/catalog.xml\" xlink:title=\"x\"/></catalog>");
        assertThat(asked.codes()).containsExactly("PAGE_REPEATED");
        assertThat(requests).hasValueLessThan(5);
    }

    @Test
    void threddsCatalogsThatHangOnOneAnotherForeverAreNamed() throws IOException {
        Asked asked = ask(
                IndexKind.THREDDS,
                Asked.open(),
                request -> "<catalog xmlns:xlink=\"http://www.w3.org/1999/xlink\">" + "<catalogRef xlink:href=\"x"
                        + request + "/catalog.xml\" xlink:title=\"x\"/></catalog>");
        assertThat(asked.codes()).containsExactly("TRUNCATED");
        assertThat(requests).hasValueLessThan(50);
    }

    @Test
    void aDefectInReadingOneIndexIsThatIndexsFailure() throws IOException {
        for (Throwable defect : List.of(new IllegalStateException("a defect"), new StackOverflowError())) {
            try (FakeIndex good = FakeIndex.start(0)) {
                good.with("{'id':'P.a.good.v1|n2.example.org','instance_id':'P.a.good.v1','type':'Dataset'}");
                ConfiguredFederation federation = new ConfiguredFederation(
                        List.of(
                                settings(IndexKind.ESG_SEARCH),
                                EsgSearchIndexTest.settings("good", good.address(), 5, 10)),
                        one -> one.name().equals("bad")
                                ? failing(defect)
                                : new JdkTransport(one, new AddressGuard(List.of())),
                        Asked.CLOCK,
                        time -> {});
                List<String> found = new java.util.ArrayList<>();
                List<IndexWarning> warnings =
                        federation.search(Asked.open(), Depth.DATASETS, claim -> found.add(claim.instanceId()));
                assertThat(found).containsExactly("P.a.good.v1");
                assertThat(warnings)
                        .singleElement()
                        .matches(warning -> warning.index().equals("bad") && warning.affectsCompleteness());
            }
        }
    }

    private static HttpTransport failing(Throwable defect) {
        return question -> {
            if (defect instanceof Error error) throw error;
            throw (RuntimeException) defect;
        };
    }
}
