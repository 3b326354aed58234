package org.bdm.server.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class SubscriptionsContractTest {
    private static final Duration EVERY = Duration.ofHours(6);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private Subscription kept;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        kept = open.catalog
                .subscriptions()
                .add(new Subscription(
                        0,
                        "ann",
                        "tas",
                        SubscriptionState.ACTIVE,
                        "{}",
                        EVERY,
                        new Subscription.Choices(true, false, HoldingPolicy.LIST, null, new RunCaps(5L, 6L)),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        0,
                        null))
                .join();
    }

    @AfterEach
    void close() {
        open.close();
    }

    private FoundDataset found(String name) {
        return open.catalog.subscriptions().known(kept.number(), List.of(name)).get(name.toLowerCase(Locale.ROOT));
    }

    private static List<HeardDataset> named(String... names) {
        return Stream.of(names).map(HeardDataset::named).toList();
    }

    private static FoundDataset as(FoundDataset one, FoundState state) {
        return one.as(state, "why");
    }

    @Test
    void itIsReadAsItWasKeptAndDueFromTheBeginning() {
        open.reopen();
        assertThat(open.catalog.subscriptions().find(kept.number())).contains(kept);
        assertThat(kept.choices())
                .isEqualTo(new Subscription.Choices(true, false, HoldingPolicy.LIST, null, new RunCaps(5L, 6L)));
        assertThat(open.catalog.subscriptions().due(10)).containsExactly(kept);
        open.catalog.subscriptions().begin(kept.number()).join();
        assertThat(open.catalog.subscriptions().due(10)).isEmpty();
        open.clock.turn(EVERY);
        assertThat(open.catalog.subscriptions().due(10)).hasSize(1);
        open.catalog
                .subscriptions()
                .steer(kept.number(), SubscriptionState.PAUSED)
                .join();
        assertThat(open.catalog.subscriptions().due(10)).isEmpty();
        assertThat(open.catalog.subscriptions().alive()).hasSize(1);
        open.catalog
                .subscriptions()
                .steer(kept.number(), SubscriptionState.REMOVED)
                .join();
        assertThat(open.catalog.subscriptions().alive()).isEmpty();
    }

    @Test
    void whatIsHeardOfIsKeptOnceAndHasTheNextRunSoonerButNotSoonAfterTheLast() {
        Duration after = Duration.ofSeconds(5);
        Duration apart = Duration.ofSeconds(30);
        open.catalog.subscriptions().begin(kept.number()).join();
        open.catalog
                .subscriptions()
                .heard(kept.number(), "P.a.v1", after, apart)
                .join();
        open.catalog
                .subscriptions()
                .heard(kept.number(), "P.A.v1", after, apart)
                .join();
        assertThat(found("P.a.v1").state()).isEqualTo(FoundState.NEW);
        open.clock.turn(Duration.ofSeconds(29));
        assertThat(open.catalog.subscriptions().due(10)).isEmpty();
        open.clock.turn(Duration.ofSeconds(1));
        assertThat(open.catalog.subscriptions().due(10)).hasSize(1);

        open.catalog.subscriptions().begin(kept.number()).join();
        open.clock.turn(Duration.ofMinutes(1));
        open.catalog
                .subscriptions()
                .heard(kept.number(), "P.a.v1", after, apart)
                .join();
        open.clock.turn(after);
        assertThat(open.catalog.subscriptions().due(10)).as("it is known").isEmpty();
        open.catalog
                .subscriptions()
                .heard(kept.number(), "P.b.v1", after, apart)
                .join();
        open.clock.turn(after);
        assertThat(open.catalog.subscriptions().due(10)).hasSize(1);
    }

    @Test
    void theEndOfARunIsKeptWithHowFarEachIndexWasHarvested() {
        Instant harvested = Instant.parse("2026-01-01T00:00:00.123Z");
        HarvestMark west = new HarvestMark("west", Optional.of(harvested), Optional.of(harvested), "");
        HarvestMark east = new HarvestMark("east", Optional.empty(), Optional.empty(), "east: UNREACHABLE: down");
        Subscription.Run run = new Subscription.Run(harvested, null, 5, 2, 1, 7, "east: UNREACHABLE: down");
        open.catalog.subscriptions().begin(kept.number()).join();
        Subscription ended = open.catalog
                .subscriptions()
                .end(kept.number(), run, List.of(west, east))
                .join();
        open.catalog
                .subscriptions()
                .end(kept.number(), run, List.of(west, east))
                .join();
        assertThat(ended.runs()).isEqualTo(1);
        assertThat(ended.last().endedAt()).isNotNull();
        assertThat(ended.last().trouble()).isEqualTo(run.trouble());
        assertThat(ended.last().left()).isEqualTo(7);
        assertThat(open.catalog
                        .subscriptions()
                        .begin(kept.number())
                        .join()
                        .last()
                        .left())
                .isZero();
        assertThat(open.catalog.subscriptions().marks(kept.number())).containsExactly(east, west);
    }

    @Test
    void whatIsFoundIsKnownOnceAndGetsOneBatchTogether() {
        Subscriptions subscriptions = open.catalog.subscriptions();
        assertThat(subscriptions
                        .found(kept.number(), named("A.b.v1", "A.b.v2", "c.d.v1"))
                        .join())
                .isEqualTo(3);
        assertThat(subscriptions.found(kept.number(), named("a.B.v1", "e.f.v1")).join())
                .as("in any case")
                .isEqualTo(1);
        long batch = subscriptions
                .decide(
                        kept.number(),
                        List.of(
                                as(found("a.b.v1"), FoundState.WANTED),
                                as(found("c.d.v1"), FoundState.WANTED),
                                as(found("e.f.v1"), FoundState.LEFT_OUT)))
                .join();
        assertThat(batch).isEqualTo(1);
        assertThat(subscriptions
                        .page(kept.number(), FoundState.WANTED, null, 10)
                        .rows())
                .extracting(FoundDataset::instanceId, FoundDataset::batch)
                .containsExactly(tuple("A.b.v1", 1L), tuple("c.d.v1", 1L));
        subscriptions.submitted(kept.number(), batch, new JobId(7)).join();
        assertThat(found("a.b.v1").job()).isEqualTo(new JobId(7));
        assertThat(found("a.b.v1").state()).isEqualTo(FoundState.SUBMITTED);
        assertThat(found("e.f.v1").job()).isNull();
        assertThat(subscriptions
                        .decide(kept.number(), List.of(as(found("A.b.v2"), FoundState.TOLD)))
                        .join())
                .isZero();
        assertThat(subscriptions.hasOtherVersion(kept.number(), "a.b", "a.b.v1"))
                .isTrue();
        assertThat(subscriptions.hasOtherVersion(kept.number(), "c.d", "c.d.v1"))
                .isFalse();
        assertThat(subscriptions.choicesOf("a.B.v1")).contains(kept.choices());
        assertThat(subscriptions.choicesOf("x.y.v1")).isEmpty();
    }

    @Test
    void aBatchBecomesARequestInOneStep() {
        Subscriptions subscriptions = open.catalog.subscriptions();
        subscriptions.found(kept.number(), named("a.b.v1")).join();
        long batch = subscriptions
                .decide(kept.number(), List.of(as(found("a.b.v1"), FoundState.WANTED)))
                .join();
        ReplicationRequest asked = new ReplicationRequest(
                0, "ann", "found", null, "a.b.v1", null, null, null, RequestState.OPEN, Instant.EPOCH, null);
        ReplicationRequest made =
                subscriptions.request(kept.number(), batch, asked).join();
        assertThat(found("a.b.v1").request()).isEqualTo(made.number());
        assertThat(found("a.b.v1").state()).isEqualTo(FoundState.REQUESTED);
    }

    @Test
    void whatWasFoundIsPagedByNameAndState() {
        Subscriptions subscriptions = open.catalog.subscriptions();
        subscriptions.found(kept.number(), named("c.v1", "a.v1", "b.v1")).join();
        subscriptions
                .decide(kept.number(), List.of(as(found("b.v1"), FoundState.TOLD)))
                .join();
        RowPage<FoundDataset> first = subscriptions.page(kept.number(), null, null, 2);
        assertThat(first.rows()).extracting(FoundDataset::instanceId).containsExactly("a.v1", "b.v1");
        RowPage<FoundDataset> second = subscriptions.page(kept.number(), null, first.nextCursor(), 2);
        assertThat(second.rows()).extracting(FoundDataset::instanceId).containsExactly("c.v1");
        assertThat(second.nextCursor()).isNull();
        assertThat(subscriptions.page(kept.number(), FoundState.TOLD, null, 2).rows())
                .extracting(FoundDataset::instanceId)
                .containsExactly("b.v1");
    }
}
