package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;
import static org.bdm.server.upkeep.ArchiveSite.MASTER;
import static org.bdm.server.upkeep.ArchiveSite.OLD;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.dataset.HeardDataset;
import org.bdm.server.catalog.dataset.IncompleteDatasets;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.holding.completeness.Completeness;
import org.bdm.server.holding.completeness.CompletenessState;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that a standing query found is settled for ever: not after a job that failed, and not after one that succeeded. */
class FoundAgainTest {
    private static final Map<String, List<String>> PROJECT = Map.of("project", List.of("CMIP6"));
    private static final Instant INDEXED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration EVERY = Duration.ofMinutes(1);

    private final FakeFederation federation = new FakeFederation();
    private final Map<JobId, List<String>> jobs = new LinkedHashMap<>();
    private final List<String> wished = new ArrayList<>();
    private ArchiveSite site;
    private SubscriptionRuns runs;
    private Subscription subscription;

    @BeforeEach
    void open(@TempDir Path home) {
        site = new ArchiveSite(home);
        begin();
    }

    @AfterEach
    void close() {
        runs.close();
        site.close();
    }

    private void begin() {
        PolicyChoice server = PolicyChoice.always(HoldingPolicy.KEEP, HoldingPolicy.KEEP);
        HoldingPolicies policies = new HoldingPolicies(
                site.catalog, site.exports, new SubscribedPolicies(site.catalog, server), site.purging);
        runs = new SubscriptionRuns(site.catalog, federation, new KeptJobs(), policies, site.clock);
    }

    /** Jobs that are in the catalog, as those of the doors are. */
    private final class KeptJobs implements SubscribedJobs {
        @Override
        public Selection selection(Subscription asked) {
            return Selection.ofFacets(PROJECT);
        }

        @Override
        public boolean acceptsIncomplete(Subscription asked) {
            return false;
        }

        @Override
        public JobId submit(Subscription asked, List<String> datasets, String key) {
            JobId job = submitted(null);
            jobs.put(job, datasets);
            return job;
        }

        @Override
        public ReplicationRequest request(Subscription asked, List<String> datasets) {
            wished.addAll(datasets);
            return new ReplicationRequest(
                    0, "ann", "found", null, "x", null, null, null, RequestState.OPEN, Instant.EPOCH, null);
        }
    }

    private JobId submitted(@Nullable JobId retryOf) {
        JobRequest like = request("ann", 3);
        JobRequest made = new JobRequest(like.kind(), "ann", "", 3, 0, like.kept(), null, null, retryOf);
        return site.catalog
                .submissions()
                .submit(made, List.of(item("x")), null)
                .join()
                .job();
    }

    private void end(JobId job, JobState last) {
        if (last == JobState.CANCELLED) {
            site.catalog.jobs().change(job, last, null).join();
            return;
        }
        site.catalog.jobs().change(job, JobState.PLANNING, null).join();
        site.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        site.catalog.jobs().end(job, last, null, "{}").join();
    }

    private JobId newest() {
        return List.copyOf(jobs.keySet()).get(jobs.size() - 1);
    }

    private void subscribe(boolean needsApproval) {
        subscription = site.catalog
                .subscriptions()
                .add(new Subscription(
                        0,
                        "ann",
                        "",
                        SubscriptionState.ACTIVE,
                        "{}",
                        EVERY,
                        new Subscription.Choices(false, needsApproval, null, null),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        0,
                        null))
                .join();
    }

    /** A run that is due. */
    private Subscription.Run due() {
        site.clock.turn(EVERY);
        runs.pass();
        return site.catalog.subscriptions().find(1).orElseThrow().last();
    }

    private void asked() {
        runs.ask(subscription.number());
        runs.pass();
        runs.close();
        begin();
    }

    private FoundDataset found(String dataset) {
        return site.catalog
                .subscriptions()
                .known(subscription.number(), List.of(dataset))
                .get(dataset.toLowerCase(Locale.ROOT));
    }

    private long incomplete() {
        return site.catalog
                .subscriptions()
                .incomplete(subscription.number())
                .map(IncompleteDatasets::datasets)
                .orElse(0L);
    }

    private static InventedClaims listing(String dataset, String... files) {
        InventedClaims claims =
                new InventedClaims().by("west").of(dataset).dataset("a.org", false, true, false, PROJECT);
        for (String file : files) claims.file("a.org", file, file.length(), ArchiveSite.sha256(file));
        return claims;
    }

    private void say(Duration later, InventedClaims... all) {
        List<Claim> claims = new ArrayList<>();
        for (InventedClaims each : all) {
            for (Claim claim : each.claims()) {
                claims.add(claim instanceof ClaimedDataset said ? indexed(said, INDEXED.plus(later)) : claim);
            }
        }
        federation.say(claims);
    }

    private static ClaimedDataset indexed(ClaimedDataset said, Instant at) {
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
                Optional.of(at));
    }

    @Test
    @Tag("S1")
    void aDatasetWhoseJobDidNotBringAllOfItIsTriedAgainWithGrowingPausesUntilItIsHere() {
        say(Duration.ZERO, listing(OLD, "a.nc", "b.nc"));
        subscribe(false);
        due();
        end(newest(), JobState.PARTIAL);
        assertThat(incomplete()).as("also before the next run").isEqualTo(1);
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            due();
            assertThat(found(OLD).state()).isEqualTo(FoundState.INCOMPLETE);
            assertThat(incomplete()).isEqualTo(1);
            Instant seen = site.clock.instant();
            int before = jobs.size();
            while (jobs.size() == before) due();
            pauses.add(Duration.between(seen, site.clock.instant()));
            assertThat(incomplete()).as("the job has not ended").isEqualTo(1);
            end(newest(), JobState.FAILED);
        }
        assertThat(pauses).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(20), Duration.ofMinutes(40));
        assertThat(FoundAgain.pause(100)).isEqualTo(Duration.ofDays(1));

        due();
        site.clock.turn(Duration.ofHours(2));
        due();
        end(newest(), JobState.SUCCEEDED);
        due();
        assertThat(found(OLD).state()).isEqualTo(FoundState.COMPLETE);
        assertThat(incomplete()).isZero();
        int made = jobs.size();
        site.clock.turn(Duration.ofDays(30));
        due();
        assertThat(jobs).hasSize(made);
    }

    @Test
    @Tag("S1")
    void whoAsksForARunDoesNotWaitForThePause() {
        say(Duration.ZERO, listing(OLD, "a.nc"));
        subscribe(false);
        due();
        end(newest(), JobState.FAILED);
        due();
        assertThat(jobs).hasSize(1);
        asked();
        assertThat(jobs.values()).containsExactly(List.of(OLD), List.of(OLD));
    }

    @Test
    @Tag("S1")
    void ofAJobThatFailedInPartOnlyWhatIsMissingIsTriedAgain() {
        String other = MASTER + "x.v1";
        say(Duration.ZERO, listing(OLD, "a.nc"), listing(other, "b.nc"));
        subscribe(false);
        due();
        site.hold(OLD, "a.nc");
        end(newest(), JobState.PARTIAL);
        due();
        assertThat(found(OLD).state()).isEqualTo(FoundState.COMPLETE);
        asked();
        assertThat(jobs.values()).containsExactly(List.of(OLD, other), List.of(other));
    }

    @Test
    @Tag("S1")
    void aJobThatAPersonRetriesIsWaitedForAndOneThatAPersonCancelsIsNotTriedAgainUnasked() {
        say(Duration.ZERO, listing(OLD, "a.nc"));
        subscribe(false);
        due();
        end(newest(), JobState.FAILED);
        JobId retry = submitted(newest());
        site.clock.turn(Duration.ofDays(2));
        due();
        assertThat(jobs).hasSize(1);
        end(retry, JobState.CANCELLED);
        due();
        assertThat(found(OLD).state()).isEqualTo(FoundState.STOPPED);
        site.clock.turn(Duration.ofDays(2));
        due();
        assertThat(jobs).hasSize(1);
        assertThat(incomplete()).as("a person wanted it so").isZero();
        asked();
        assertThat(jobs).hasSize(2);
    }

    @Test
    @Tag("S1")
    void whatWasLeftOutIsReplicatedWhenItIsTheLatestVersionAgain() {
        InventedClaims withdrawn = new InventedClaims().by("west").of(OLD).dataset("a.org", false, true, true, PROJECT);
        say(Duration.ZERO, listing(OLD, "a.nc"));
        subscribe(false);
        site.catalog
                .subscriptions()
                .found(subscription.number(), List.of(HeardDataset.named(OLD)))
                .join();
        say(Duration.ZERO, withdrawn);
        due();
        assertThat(found(OLD).state()).isEqualTo(FoundState.LEFT_OUT);
        say(Duration.ofHours(1), listing(OLD, "a.nc"));
        due();
        assertThat(jobs.values()).containsExactly(List.of(OLD));
    }

    @Test
    @Tag("S1")
    void theJobOfAnApprovedRequestIsFollowedAndADeclinedOneIsNotAskedForAgain() {
        say(Duration.ZERO, listing(OLD, "a.nc"));
        subscribe(true);
        due();
        assertThat(wished).containsExactly(OLD);
        site.catalog
                .requests()
                .decide(1, RequestState.DECLINED, "bob", "no", null)
                .join();
        due();
        assertThat(found(OLD))
                .extracting(FoundDataset::state, FoundDataset::text)
                .containsExactly(FoundState.STOPPED, "request-1 was declined");
        due();
        assertThat(wished).hasSize(1);
    }

    private void replicated(String... files) {
        say(Duration.ZERO, listing(OLD, files));
        subscribe(false);
        due();
        site.hold(OLD, files);
        end(newest(), JobState.SUCCEEDED);
        due();
        assertThat(found(OLD).state()).isEqualTo(FoundState.COMPLETE);
    }

    private CompletenessState here() {
        return new Completeness(site.catalog, new SiteName("b"), site.exports::names)
                .of(List.of(OLD))
                .rows()
                .get(0)
                .cells()
                .get(0)
                .state();
    }

    @Test
    @Tag("S2")
    void filesThatAnIndexAnnouncesLaterOfTheSameVersionAreFetched() {
        replicated("a.nc");
        say(Duration.ofHours(1), listing(OLD, "a.nc", "b.nc", "c.nc"));
        due();
        assertThat(jobs.values()).containsExactly(List.of(OLD), List.of(OLD));
        assertThat(here()).isEqualTo(CompletenessState.PARTIAL);
        assertThat(site.events()).contains("DATASET_CHANGED");
        site.hold(OLD, "b.nc", "c.nc");
        end(newest(), JobState.SUCCEEDED);
        due();
        assertThat(here()).isEqualTo(CompletenessState.COMPLETE);
        assertThat(jobs).hasSize(2);
    }

    @Test
    @Tag("S2")
    void anotherNumberOfFilesIsAChangeWithoutANewerTimeToo() {
        say(Duration.ZERO, listing(OLD, "a.nc").announcing("a.org", 1));
        subscribe(false);
        due();
        end(newest(), JobState.SUCCEEDED);
        due();
        say(Duration.ZERO, listing(OLD, "a.nc", "b.nc").announcing("a.org", 2));
        due();
        assertThat(jobs).hasSize(2);
    }

    @Test
    @Tag("S2")
    void anotherChecksumAnotherSizeAndAWithdrawnFileAreChangesAndTheSameListIsNone() {
        replicated("a.nc", "b.nc");
        say(Duration.ofHours(1), listing(OLD, "a.nc", "b.nc"));
        due();
        assertThat(jobs).as("only the time is newer").hasSize(1);
        assertThat(found(OLD).state()).isEqualTo(FoundState.COMPLETE);
        say(Duration.ofHours(2), listing(OLD, "a.nc").file("a.org", "b.nc", 4, ArchiveSite.sha256("other content")));
        due();
        assertThat(jobs).as("checksum").hasSize(2);
        end(newest(), JobState.SUCCEEDED);
        say(Duration.ofHours(3), listing(OLD, "a.nc").file("a.org", "b.nc", 5, ArchiveSite.sha256("other content")));
        due();
        assertThat(jobs).as("size").hasSize(3);
        end(newest(), JobState.SUCCEEDED);
        say(Duration.ofHours(4), listing(OLD, "a.nc"));
        due();
        assertThat(jobs).as("withdrawn").hasSize(4);
        assertThat(here()).isEqualTo(CompletenessState.COMPLETE);
    }

    @Test
    @Tag("S2")
    void aChangeThatIsAnnouncedWhileTheJobRunsIsNotLost() {
        say(Duration.ZERO, listing(OLD, "a.nc"));
        subscribe(false);
        due();
        say(Duration.ofHours(1), listing(OLD, "a.nc", "b.nc"));
        due();
        assertThat(jobs).as("one job at a time").hasSize(1);
        say(Duration.ofHours(1));
        end(newest(), JobState.SUCCEEDED);
        say(Duration.ofHours(1), listing(OLD, "a.nc", "b.nc"));
        due();
        assertThat(jobs).hasSize(2);
    }
}
