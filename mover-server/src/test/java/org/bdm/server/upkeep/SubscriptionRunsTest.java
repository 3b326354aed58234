package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bdm.server.upkeep.ArchiveSite.MASTER;
import static org.bdm.server.upkeep.ArchiveSite.NEW;
import static org.bdm.server.upkeep.ArchiveSite.OLD;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.dataset.HarvestMark;
import org.bdm.server.catalog.dataset.RunCaps;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.discovery.event.CatalogEvent;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubscriptionRunsTest {
    private static final Map<String, List<String>> PROJECT = Map.of("project", List.of("CMIP6"));
    private static final Instant INDEXED = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeFederation federation = new FakeFederation();
    private final Submitted jobs = new Submitted(PROJECT);
    private Instant indexedAt = INDEXED;
    private ArchiveSite site;
    private SubscriptionRuns runs;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
        begin();
    }

    private void begin() {
        PolicyChoice server = PolicyChoice.always(HoldingPolicy.KEEP, HoldingPolicy.KEEP);
        HoldingPolicies policies = new HoldingPolicies(
                site.catalog, site.exports, new SubscribedPolicies(site.catalog, server), site.purging);
        runs = new SubscriptionRuns(site.catalog, federation, jobs, policies, site.clock);
    }

    @AfterEach
    void close() {
        runs.close();
        site.close();
    }

    private Subscription subscribe(boolean tells, boolean needsApproval, HoldingPolicy onRetracted) {
        return subscribe(new Subscription.Choices(tells, needsApproval, onRetracted, null));
    }

    private Subscription subscribe(Subscription.Choices choices) {
        return site.catalog
                .subscriptions()
                .add(new Subscription(
                        0,
                        "ann",
                        "",
                        SubscriptionState.ACTIVE,
                        "{}",
                        Duration.ofHours(6),
                        choices,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        0,
                        null))
                .join();
    }

    private Subscription subscribe() {
        return subscribe(false, false, null);
    }

    private static InventedClaims published(InventedClaims claims, String index, String dataset, boolean isRetracted) {
        claims.by(index).of(dataset).dataset("a.org", false, !isRetracted, isRetracted, PROJECT);
        return isRetracted ? claims : claims.file("a.org", "a.nc", 4, ArchiveSite.sha256("a.nc"));
    }

    private static IndexWarning down(String index) {
        return new IndexWarning(index, "UNREACHABLE", "no connection", true, INDEXED);
    }

    private void say(List<String> datasets, List<String> withdrawn, IndexWarning... trouble) {
        InventedClaims claims = new InventedClaims();
        datasets.forEach(dataset -> published(claims, "west", dataset, false));
        withdrawn.forEach(dataset -> published(claims, "west", dataset, true));
        federation.say(claims.claims().stream().map(this::indexed).toList(), trouble);
    }

    /** As if the index had taken it in at {@link #indexedAt}. */
    private Claim indexed(Claim claim) {
        if (!(claim instanceof ClaimedDataset said)) return claim;
        return new ClaimedDataset(
                said.index(),
                said.instanceId(),
                said.masterId(),
                said.version(),
                said.project(),
                said.dataNode(),
                said.status(),
                said.files(),
                said.bytes(),
                said.facets(),
                said.pid(),
                Optional.of(indexedAt));
    }

    private Subscription run(Subscription subscription) {
        runs.ask(subscription.number());
        runs.pass();
        runs.close(); // so that the pass that was woken is over, and runs nothing when the clock has been turned
        begin();
        return site.catalog.subscriptions().find(subscription.number()).orElseThrow();
    }

    private Map<String, FoundState> states(Subscription subscription) {
        Map<String, FoundState> states = new LinkedHashMap<>();
        for (FoundDataset found : site.catalog
                .subscriptions()
                .page(subscription.number(), null, null, 100)
                .rows()) {
            states.put(found.instanceId(), found.state());
        }
        return states;
    }

    private Optional<HarvestMark> mark(Subscription subscription, String index) {
        return site.catalog.subscriptions().marks(subscription.number()).stream()
                .filter(mark -> mark.index().equals(index))
                .findFirst();
    }

    @Test
    void whatIsNewBecomesOneJobAndIsNotAskedForAgain() {
        say(List.of(OLD, MASTER + "x.v1"), List.of(MASTER + "y.v1"));
        Subscription ended = run(subscribe());
        assertThat(jobs.byKey.values()).containsExactly(List.of(OLD, MASTER + "x.v1"));
        assertThat(states(ended))
                .containsOnly(Map.entry(OLD, FoundState.SUBMITTED), Map.entry(MASTER + "x.v1", FoundState.SUBMITTED));
        assertThat(ended.last())
                .extracting(Subscription.Run::found, Subscription.Run::added, Subscription.Run::jobs)
                .containsExactly(3L, 2L, 1L);
        assertThat(ended.last().trouble()).isEmpty();
        assertThat(ended.last().endedAt()).isNotNull();

        Subscription again = run(ended);
        assertThat(again.last().jobs()).isZero();
        assertThat(again.last().added()).isZero();
        assertThat(jobs.byKey).hasSize(1);
        assertThat(again.runs()).isEqualTo(2);
    }

    @Test
    void manyDatasetsBecomeJobsOfAHundred() {
        say(IntStream.range(0, 250).mapToObj(i -> MASTER + i + ".v1").toList(), List.of());
        assertThat(run(subscribe()).last().jobs()).isEqualTo(3);
        assertThat(jobs.byKey.values()).extracting(List::size).containsExactly(100, 100, 50);
        assertThat(jobs.byKey.values().stream().flatMap(List::stream)).doesNotHaveDuplicates();
    }

    private Subscription capped(Long bytes, Long datasets) {
        return subscribe(new Subscription.Choices(false, false, null, null, new RunCaps(bytes, datasets)));
    }

    @Test
    void aRunTakesWhatItsCapOfDatasetsAllowsAndTheNextOneTheRest() {
        say(IntStream.range(0, 250).mapToObj(i -> MASTER + i + ".v1").toList(), List.of());
        Subscription first = run(capped(null, 120L));
        assertThat(jobs.byKey.values()).extracting(List::size).containsExactly(100, 20);
        assertThat(first.last())
                .extracting(Subscription.Run::jobs, Subscription.Run::left, Subscription.Run::trouble)
                .containsExactly(2L, 130L, "");
        assertThat(site.events()).contains("RUN_CAPPED");

        Subscription second = run(first);
        assertThat(second.last().left()).isEqualTo(10);
        Subscription third = run(second);
        assertThat(third.last().left()).isZero();
        assertThat(jobs.byKey.values().stream().flatMap(List::stream))
                .hasSize(250)
                .doesNotHaveDuplicates();
    }

    @Test
    void aRunTakesItsBytesInTheOrderOfNamesAndSaysWhichDatasetIsTooLargeForAny() {
        say(List.of(MASTER + "a.v1", MASTER + "b.v1", MASTER + "c.v1"), List.of()); // 4 bytes each
        Subscription first = run(capped(9L, null));
        assertThat(jobs.byKey.values()).containsExactly(List.of(MASTER + "a.v1", MASTER + "b.v1"));
        assertThat(first.last().left()).isEqualTo(1);
        assertThat(states(first)).containsEntry(MASTER + "c.v1", FoundState.NEW);
        assertThat(run(first).last().left()).isZero();
        assertThat(states(first)).containsEntry(MASTER + "c.v1", FoundState.SUBMITTED);

        Subscription small = run(capped(3L, null));
        assertThat(small.last().jobs()).isZero();
        assertThat(small.last().trouble())
                .contains("maxBytesPerRun: " + MASTER + "a.v1 has 4 bytes, but a run may take 3, and 2 more");
    }

    @Test
    void anIndexIsAskedForWhatItTookInSinceWithAMarginAndNowAndThenForEverything() {
        say(List.of(OLD), List.of());
        Subscription subscription = run(subscribe());
        assertThat(federation.askedAt())
                .extracting(asked ->
                        asked.index() + " " + asked.selection().indexedFrom().isPresent())
                .containsExactly("east false", "east false", "west false", "west false");
        assertThat(mark(subscription, "west").orElseThrow().harvested()).contains(INDEXED);
        assertThat(mark(subscription, "east").orElseThrow().harvested())
                .as("it said nothing")
                .isEmpty();

        say(List.of(OLD), List.of());
        run(subscription);
        assertThat(federation.askedAt())
                .filteredOn(asked -> asked.index().equals("west"))
                .singleElement()
                .satisfies(asked -> {
                    assertThat(asked.selection().indexedFrom()).contains(INDEXED.minus(Harvest.OVERLAP));
                    assertThat(asked.selection().latest()).isEmpty();
                    assertThat(asked.selection().retracted()).isEmpty();
                });

        site.clock.turn(Harvest.FULL_EVERY);
        say(List.of(OLD), List.of());
        run(subscription);
        assertThat(federation.askedAt())
                .filteredOn(asked -> asked.index().equals("west"))
                .hasSize(2)
                .allMatch(asked -> asked.selection().indexedFrom().isEmpty());
    }

    @Test
    void anIndexThatFailsKeepsItsMarkAndIsNamed() {
        say(List.of(OLD), List.of());
        Subscription subscription = run(subscribe());
        HarvestMark before = mark(subscription, "west").orElseThrow();

        indexedAt = INDEXED.plus(Duration.ofHours(1));
        say(List.of(OLD, MASTER + "x.v1"), List.of(), down("west"));
        Subscription ended = run(subscription);
        assertThat(mark(subscription, "west").orElseThrow())
                .extracting(HarvestMark::harvested, HarvestMark::fullAt)
                .containsExactly(before.harvested(), before.fullAt());
        assertThat(ended.last().trouble()).isEqualTo("west: UNREACHABLE: no connection");
        assertThat(states(ended)).containsEntry(MASTER + "x.v1", FoundState.NEW);
        assertThat(jobs.byKey).hasSize(1);

        say(List.of(OLD, MASTER + "x.v1"), List.of());
        Subscription well = run(subscription);
        assertThat(well.last().trouble()).isEmpty();
        assertThat(jobs.byKey.values()).containsExactly(List.of(OLD), List.of(MASTER + "x.v1"));
        assertThat(mark(subscription, "west").orElseThrow().harvested()).contains(indexedAt);
    }

    @Test
    void withConsentAnIndexThatFailsIsNoObstacle() {
        jobs.acceptsIncomplete = true;
        say(List.of(OLD), List.of(), down("east"));
        Subscription ended = run(subscribe());
        assertThat(jobs.byKey).hasSize(1);
        assertThat(ended.last().trouble()).contains("east: UNREACHABLE");
    }

    @Test
    void killedBeforeItIsWrittenTheSameBatchGivesTheSameJob() {
        say(List.of(OLD), List.of());
        jobs.isAnswerLost = true;
        Subscription subscription = run(subscribe());
        assertThat(subscription.last().trouble()).contains("the answer is lost");
        assertThat(states(subscription)).containsEntry(OLD, FoundState.WANTED);

        jobs.isAnswerLost = false;
        runs.close();
        site.restart();
        begin();
        say(List.of(OLD, MASTER + "x.v1"), List.of());
        run(subscription);
        assertThat(jobs.byKey.values()).containsExactly(List.of(OLD), List.of(MASTER + "x.v1"));
        assertThat(states(subscription).values()).containsOnly(FoundState.SUBMITTED);
        assertThat(site.catalog
                        .subscriptions()
                        .page(subscription.number(), FoundState.SUBMITTED, null, 10)
                        .rows()
                        .get(0)
                        .job())
                .isEqualTo(new JobId(1));
    }

    @Test
    void aNewVersionIsReplicatedAndTheOldOneIsSupersededWhenItIsHere() {
        site.hold(OLD, "a.nc");
        say(List.of(OLD), List.of());
        Subscription subscription = run(subscribe());
        say(List.of(OLD, NEW), List.of());
        run(subscription);
        assertThat(jobs.byKey.values()).contains(List.of(NEW));
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(site.mark(OLD).orElseThrow().isInForce()).isFalse();
        site.hold(NEW, "a.nc");
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.SUPERSEDED);
    }

    @Test
    void aNewVersionIsOnlyToldIfThatWasAskedFor() {
        say(List.of(OLD), List.of());
        Subscription subscription = run(subscribe(true, false, null));
        assertThat(jobs.byKey.values()).containsExactly(List.of(OLD));
        say(List.of(OLD, NEW), List.of());
        run(subscription);
        assertThat(jobs.byKey).hasSize(1);
        assertThat(states(subscription)).containsEntry(NEW, FoundState.TOLD);
        assertThat(site.events()).contains("NEW_VERSION_FOUND");
    }

    @Test
    void whatIsWithdrawnIsMarkedAndTreatedAsTheSubscriptionSaysAndBackAgain() {
        say(List.of(OLD), List.of());
        Subscription subscription = run(subscribe(false, false, HoldingPolicy.QUARANTINE));
        site.hold(OLD, "a.nc");
        say(List.of(), List.of(OLD));
        run(subscription);
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.RETRACTED);
        assertThat(site.mark(OLD).orElseThrow().reason()).isEqualTo("withdrawn, says west of a.org");
        assertThat(site.on(ArchiveSite.path(OLD, "a.nc"))).doesNotExist();
        say(List.of(OLD), List.of());
        run(subscription);
        assertThat(site.state(OLD, "a.nc")).isEqualTo(HoldingState.VERIFIED);
        assertThat(site.on(ArchiveSite.path(OLD, "a.nc"))).exists();
    }

    @Test
    void aRequestIsMadeInsteadOfAJobIfThatWasAskedFor() {
        say(List.of(OLD), List.of());
        Subscription subscription = run(subscribe(false, true, null));
        assertThat(jobs.byKey).isEmpty();
        assertThat(states(subscription)).containsEntry(OLD, FoundState.REQUESTED);
        assertThat(site.catalog.requests().after(0, null, RequestState.OPEN, 10))
                .extracting(ReplicationRequest::wish)
                .containsExactly(OLD);
        run(subscription);
        assertThat(site.catalog.requests().after(0, null, null, 10)).hasSize(1);
    }

    private void tell(String dataset, Map<String, List<String>> facets) {
        List<Claim> claims = new InventedClaims()
                .by("events")
                .of(dataset)
                .dataset("a.org", false, true, false, facets)
                .claims();
        new SubscribedEvents(site.catalog, jobs)
                .take(new CatalogEvent.Published(dataset, Optional.of(INDEXED), claims));
    }

    @Test
    void whatAnEventSaysWasPublishedIsReplicatedSoonIfTheQuerySurelyFindsIt() {
        say(List.of(), List.of());
        Subscription subscription = run(subscribe());
        jobs.query = Selection.ofFacets(Map.of("project", List.of("CMIP6"), "variable_id", List.of("tas")));
        tell(OLD, Map.of("variable_id", List.of("pr")));
        tell(MASTER + "x.v1", Map.of());
        assertThat(states(subscription)).isEmpty();

        tell(OLD, Map.of("variable_id", List.of("tas")));
        tell(OLD, Map.of("variable_id", List.of("tas")));
        say(List.of(OLD), List.of());
        runs.pass();
        assertThat(jobs.byKey).isEmpty();
        site.clock.turn(Duration.ofSeconds(30));
        runs.pass();
        runs.pass();
        assertThat(jobs.byKey.values()).containsExactly(List.of(OLD));
    }

    @Test
    void aPausedSubscriptionHearsNoEvents() {
        say(List.of(), List.of());
        Subscription subscription = run(subscribe());
        site.catalog.subscriptions().steer(1, SubscriptionState.PAUSED).join();
        tell(OLD, Map.of());
        assertThat(states(subscription)).isEmpty();
    }

    @Test
    void itIsRunWhenItIsDueAndAPausedOneOnlyWhenAsked() {
        say(List.of(), List.of());
        Subscription subscription = subscribe();
        runs.pass();
        runs.pass();
        assertThat(site.catalog.subscriptions().find(1).orElseThrow().runs()).isEqualTo(1);
        site.clock.turn(Duration.ofHours(6));
        runs.pass();
        assertThat(site.catalog.subscriptions().find(1).orElseThrow().runs()).isEqualTo(2);

        site.catalog.subscriptions().steer(1, SubscriptionState.PAUSED).join();
        site.clock.turn(Duration.ofHours(60));
        runs.pass();
        assertThat(site.catalog.subscriptions().find(1).orElseThrow().runs()).isEqualTo(2);
        assertThat(run(subscription).runs()).isEqualTo(3);

        site.catalog.subscriptions().steer(1, SubscriptionState.REMOVED).join();
        assertThatThrownBy(() -> runs.ask(1))
                .isInstanceOfSatisfying(
                        MoverException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.ILLEGAL_STATE));
    }

    @Test
    void aDatasetOfWhichNoFileIsListedYetIsLookedAtAgain() {
        federation.say(new ArrayList<>(new InventedClaims()
                .of(OLD)
                .dataset("a.org", false, true, false, PROJECT)
                .claims()));
        Subscription subscription = run(subscribe());
        assertThat(states(subscription)).containsEntry(OLD, FoundState.NEW);
        say(List.of(OLD), List.of());
        run(subscription);
        assertThat(jobs.byKey.values()).containsExactly(List.of(OLD));
    }
}
