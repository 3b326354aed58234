package org.bdm.server.tape;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.core.source.http.node.TapeStanding;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions about files of data nodes that have no tape service. */
class TapeQuestionDeskTest {
    private final AtomicInteger questions = new AtomicInteger();
    private volatile int status = 404;
    private OpenCatalog open;
    private HttpServer node;
    private TapeQuestionDesk desk;

    @BeforeEach
    void open() throws IOException {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            questions.incrementAndGet();
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        node.start();
        desk = desk(Map.of());
    }

    private TapeQuestionDesk desk(Map<String, NodePolicy> settings) {
        return desk(new NodePolicies(settings));
    }

    private TapeQuestionDesk desk(NodePolicies policies) {
        TapeConnections connections =
                new TapeConnections(new AddressGuard(List.of(authority())), policies::of, "bdm-test/1");
        return new TapeQuestionDesk(new TapeServices(connections, policies, open.clock), open.catalog.tapeRecalls());
    }

    @AfterEach
    void close() {
        desk.close();
        node.stop(0);
        open.close();
    }

    private String authority() {
        return "127.0.0.1:" + node.getAddress().getPort();
    }

    private TapeStanding ask() throws Exception {
        return desk.standing(URI.create("http://" + authority() + "/cmip6/a.nc"))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void nodeWithoutTapeIsNotAskedAgain() throws Exception {
        assertThat(ask()).isEqualTo(TapeStanding.UNKNOWN);
        var again = desk.standing(URI.create("http://" + authority() + "/cmip6/b.nc"));
        assertThat(again.toCompletableFuture()).as("without the queue").isCompletedWithValue(TapeStanding.UNKNOWN);
        assertThat(questions).hasValue(1);
        open.clock.turn(Duration.ofHours(7));
        ask();
        assertThat(questions).hasValue(2);
    }

    @Test
    void nodeThatDoesNotAnswerIsNotAskedForTenMinutes() throws Exception {
        status = 503;
        ask();
        open.clock.turn(Duration.ofMinutes(9));
        var again = desk.standing(URI.create("http://" + authority() + "/cmip6/b.nc"));
        assertThat(again.toCompletableFuture()).as("without the queue").isCompletedWithValue(TapeStanding.UNKNOWN);
        assertThat(questions).hasValue(1);
        open.clock.turn(Duration.ofMinutes(2));
        ask();
        assertThat(questions).hasValue(2);
    }

    @Test
    void nodeThatIsSetToHaveTapeIsAskedEachTime() throws Exception {
        desk.close();
        desk = desk(Map.of(authority(), NodePolicy.NONE.tape(TapePolicy.USUAL.staging(Staging.TAPE_REST))));
        status = 503;
        ask();
        ask();
        assertThat(questions).hasValue(2);
    }

    @Test
    void nodeOfWhichSomebodySaysThatItHasTapeIsAskedAgainAtOnce() throws Exception {
        desk.close();
        NodePolicies policies = new NodePolicies(Map.of());
        desk = desk(policies);
        ask();
        try (HttpLoops loops = new HttpLoops(1);
                HttpNodes nodes = new HttpNodes(
                        new HttpSettings("test", 8, policies, HttpTiming.USUAL),
                        new AddressGuard(List.of()),
                        NameResolver.ofSystem(),
                        loops,
                        new HttpNodes.Environment(open.clock, System::nanoTime, new Random(1)))) {
            nodes.policies(Map.of(authority(), NodePolicy.NONE.tape(TapePolicy.USUAL.staging(Staging.TAPE_REST))));
            ask();
        }
        assertThat(questions).hasValue(2);
    }
}
