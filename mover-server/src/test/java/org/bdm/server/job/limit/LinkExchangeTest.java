package org.bdm.server.job.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.DataNodeRecords;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitChange;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes of a site on one catalog that share a limit. */
@Timeout(60)
class LinkExchangeTest {
    private static final long RATE = 100_000_000;
    private static final LimitedPlace NORTH = LimitedPlace.link("north");

    private final CatalogLocation location = TestDatabase.POSTGRESQL.prepared();
    private Node one;
    private Node two;
    private long nanos = 1;

    /** A node with one session that takes all it may. */
    private final class Node {
        final Catalog catalog;
        final LinkFlows flows;
        final LinkExchange exchange;
        long mayTake;
        long bytes;

        Node(String name) {
            ServingNode serving =
                    new ServingNode(new NodeId(name.repeat(64)), new NodeId("a".repeat(64)), "process " + name);
            catalog = Catalog.open(
                    location,
                    new CatalogSettings(
                            serving,
                            true,
                            Clock.systemUTC(),
                            LeaseClock.ofDatabase(),
                            Duration.ofSeconds(20),
                            lost -> {}));
            flows = new LinkFlows(new SiteName("here"), catalog.nodes().own(), () -> 2, () -> nanos);
            exchange = new LinkExchange(catalog, flows, true);
        }

        LinkFlow begin(long job) {
            return flows.begin(
                    new LinkFlow.Use(new JobId(job), "north", "data", true),
                    new LinkFlow.Measures(() -> bytes, () -> 1),
                    allowed -> mayTake = allowed.bytesPerSecondMax());
        }

        void pass() {
            bytes += mayTake / 2;
            exchange.pass();
        }
    }

    @BeforeEach
    void open() {
        one = new Node("a");
        two = new Node("b");
    }

    @AfterEach
    void close() {
        two.catalog.close();
        one.catalog.close();
    }

    private void passes(int seconds) {
        for (int i = 0; i < 2 * seconds; i++) {
            nanos += TimeUnit.MILLISECONDS.toNanos(500);
            one.pass();
            two.pass();
        }
    }

    private static CompletableFuture<Limit> limit(Node node, @Nullable Long rate, @Nullable Integer streams) {
        return node.catalog.limits().set(NORTH, new LimitChange(rate, null, streams, null, null, "ana"));
    }

    @Test
    void aLimitSetAtOneNodeIsSharedByBothAndThePartOfANodeThatStopsGoesToTheOther() {
        limit(one, RATE, null).join();
        passes(1);
        one.begin(1);
        two.begin(2);
        passes(8);
        assertThat(one.mayTake).isEqualTo(RATE / 2).isEqualTo(two.mayTake);

        limit(two, RATE / 10, null).join();
        passes(1);
        assertThat(one.mayTake + two.mayTake).as("within a second, at both").isEqualTo(RATE / 10);

        two.catalog.nodes().stopped();
        nanos += TimeUnit.SECONDS.toNanos(5);
        one.pass();
        one.pass();
        assertThat(one.mayTake).isEqualTo(RATE / 10);
    }

    @Test
    void nodesThatSetPartsOfANewLimitInTheSameMomentKeepBoth() {
        for (int i = 0; i < 10; i++) {
            one.catalog.limits().remove(NORTH, Limit.Direction.BOTH, "ana").join();
            Stream.of(limit(one, RATE, null), limit(two, null, 7)).forEach(CompletableFuture::join);
            assertThat(one.catalog.limits().all())
                    .extracting(Limit::inBytesPerSecondMax, Limit::streamsMax)
                    .as("turn %d", i)
                    .isEqualTo(List.of(tuple(RATE, 7)));
        }
    }

    @Test
    @Tag("N8")
    void limitOfANameThatRecordsUseCountsForTheHostThatServesItUnlessThatHasItsOwn() {
        String host = "127.0.0.1:8099";
        one.catalog
                .limits()
                .set(LimitedPlace.link("node.example"), new LimitChange(RATE / 10, null, null, null, null, "ana"))
                .join();
        LimitChange ofWhatIsSent = new LimitChange(null, RATE, null, null, null, "ana"); // is no limit of what comes
        one.catalog.limits().set(LimitedPlace.link(host), ofWhatIsSent).join();
        AtomicLong mayTake = new AtomicLong();
        LinkFlow unused = one.flows.begin(
                LinkFlow.Use.place(null, host),
                new LinkFlow.Measures(() -> 0, () -> 1),
                allowed -> mayTake.set(allowed.bytesPerSecondMax()));
        passes(1);
        assertThat(mayTake).hasValue(0);
        one.catalog
                .replicaSets()
                .put(DataNodeRecords.set("node.example", "http://" + host + "/"), Map.of())
                .join();
        passes(1);
        assertThat(mayTake.get()).as("a part of it is for the other node").isBetween(1L, RATE / 10);
        one.catalog
                .limits()
                .set(LimitedPlace.link(host), new LimitChange(RATE, null, null, null, null, "ana"))
                .join();
        passes(1);
        assertThat(mayTake.get()).isBetween(RATE / 10 + 1, RATE);
    }
}
