package org.bdm.server.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.RateView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.bdm.server.catalog.campaign.CampaignState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CampaignRunsTest {
    private OpenCatalog open;
    private TurnedClock clock;
    private final FakeSites sites = new FakeSites();
    private CampaignRuns runs;

    /** Jobs by the key under which they were submitted. */
    private static final class FakeSites implements CampaignJobs {
        final Map<String, JobView> jobs = new LinkedHashMap<>();
        final Map<String, SubmitJob> messages = new LinkedHashMap<>();
        final Map<String, MoverException> troubles = new LinkedHashMap<>();
        final List<String> cancelled = new ArrayList<>();
        boolean isAnswerLost;

        @Override
        public JobView submit(String destination, SubmitJob job, String key, String owner) {
            MoverException trouble = troubles.get(destination);
            if (trouble != null) throw trouble;
            JobView made = jobs.computeIfAbsent(key, missing -> view("job-" + (jobs.size() + 1), "ACTIVE", 1));
            messages.put(destination, job);
            if (isAnswerLost) throw new MoverException(ErrorCode.OUTCOME_UNKNOWN, "the answer was lost");
            return made;
        }

        @Override
        public JobView look(String id) {
            return jobs.values().stream()
                    .filter(job -> job.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public JobView cancel(String id, String by) {
            cancelled.add(id);
            become(id, "CANCELLED", 0);
            return look(id);
        }

        void become(String id, String state, long done) {
            jobs.replaceAll((key, job) -> job.id().equals(id) ? view(id, state, done) : job);
        }

        private static JobView view(String id, String state, long done) {
            Instant end = state.equals("ACTIVE") ? null : Instant.EPOCH;
            return new JobView(
                    id,
                    null,
                    "TREE",
                    "ann",
                    state,
                    null,
                    null,
                    null,
                    3,
                    Instant.EPOCH,
                    null,
                    end,
                    true,
                    new FileCounts(2, 0, 0, 0, 0, done, 0, 0, 0),
                    new ByteCounts(20, 10, 10 * done, 0, 0, 0),
                    new RateView(0, 0),
                    null,
                    null,
                    "stream",
                    null,
                    null,
                    null,
                    0);
        }
    }

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
        clock = open.clock;
        runs = new CampaignRuns(open.catalog, sites, clock, Runnable::run, () -> {});
    }

    @AfterEach
    void close() {
        runs.close();
        open.close();
    }

    private long created(String source, List<String> datasets) {
        List<String> destinations = List.of("bdm://b/in", "bdm://c/in");
        String text = new CampaignMessage(source, datasets, destinations, null).text();
        Campaign wish = new Campaign(0, "all", "ann", CampaignState.RUNNING, text, 2, 20, Instant.EPOCH, null);
        return open.catalog
                .campaigns()
                .add(wish, List.of(CampaignPart.waiting(0, "bdm://b/in"), CampaignPart.waiting(1, "bdm://c/in")))
                .join()
                .number();
    }

    private CampaignState state(long number) {
        return open.catalog.campaigns().find(number).orElseThrow().state();
    }

    private List<CampaignPart> parts(long number) {
        return open.catalog.campaigns().parts(number);
    }

    @Test
    void eachDestinationHasAJobThatKnowsTheOthersAndTheCampaignEndsWithThem() {
        long number = created("bdm://a/data", List.of());
        runs.pass();
        assertThat(sites.messages.get("bdm://c/in").options().sourcePolicy().relay())
                .containsExactly("bdm://b/in", "bdm://c/in");
        assertThat(parts(number)).extracting(CampaignPart::job).containsExactly("job-1", "job-2");
        sites.become("job-1", "SUCCEEDED", 2);
        runs.pass();
        assertThat(state(number)).isEqualTo(CampaignState.RUNNING);
        assertThat(parts(number).get(0).seen().filesDone()).isEqualTo(2);
        sites.become("job-2", "SUCCEEDED", 2);
        runs.pass();
        assertThat(state(number)).isEqualTo(CampaignState.SUCCEEDED);
    }

    @Test
    void aLostAnswerAndARestartMakeNoSecondJob() {
        long number = created("bdm://a/data", List.of());
        sites.isAnswerLost = true;
        runs.pass();
        assertThat(parts(number)).extracting(CampaignPart::state).containsOnly(CampaignPart.SUBMITTING);
        assertThat(parts(number)).extracting(CampaignPart::trouble).allMatch(text -> text.contains("lost"));
        sites.isAnswerLost = false;
        clock.turn(CampaignRuns.PAUSE);
        runs.close();
        runs = new CampaignRuns(open.catalog, sites, clock, Runnable::run, () -> {});
        runs.pass();
        assertThat(sites.jobs).hasSize(2);
        assertThat(parts(number)).extracting(CampaignPart::job).containsExactly("job-1", "job-2");
    }

    @Test
    void aSiteThatRefusesEndsItsPartAndOneThatIsAwayIsTriedAgain() {
        long number = created("bdm://a/data", List.of());
        sites.troubles.put("bdm://b/in", new MoverException(ErrorCode.DESTINATION_NOT_LOCAL, "no grant"));
        sites.troubles.put("bdm://c/in", new MoverException(ErrorCode.PEER_UNREACHABLE, "away"));
        runs.pass();
        assertThat(parts(number))
                .extracting(CampaignPart::state)
                .containsExactly(CampaignPart.REFUSED, CampaignPart.SUBMITTING);
        sites.troubles.remove("bdm://c/in");
        runs.pass();
        assertThat(sites.jobs).as("not asked again at once").isEmpty();
        clock.turn(CampaignRuns.PAUSE);
        runs.pass();
        sites.become("job-1", "SUCCEEDED", 2);
        runs.pass();
        assertThat(state(number)).isEqualTo(CampaignState.PARTIAL);
    }

    @Test
    void cancellingCancelsTheJobsThatAreThereAlsoWithoutTheirAnswer() {
        long number = created("bdm://a/data", List.of());
        sites.troubles.put("bdm://c/in", new MoverException(ErrorCode.PEER_UNREACHABLE, "away"));
        runs.pass();
        sites.troubles.clear();
        clock.turn(CampaignRuns.PAUSE);
        open.catalog.campaigns().become(number, CampaignState.CANCELLING).join();
        runs.pass();
        assertThat(state(number)).isEqualTo(CampaignState.CANCELLING);
        runs.pass();
        assertThat(sites.cancelled).containsExactly("job-1", "job-2");
        assertThat(state(number)).isEqualTo(CampaignState.CANCELLED);
    }

    @Test
    void datasetsComeToTheFirstDestinationBeforeTheOthersBeginUnlessItStandsStill() {
        long number = created(null, List.of("CMIP6.x.v1"));
        runs.pass();
        runs.pass();
        assertThat(sites.messages).containsOnlyKeys("bdm://b/in");
        clock.turn(CampaignRuns.PATIENCE.plus(Duration.ofMinutes(1)));
        runs.pass();
        assertThat(sites.messages).containsOnlyKeys("bdm://b/in", "bdm://c/in");
        assertThat(sites.messages.get("bdm://c/in").options().sourcePolicy().alsoAt())
                .containsExactly("bdm://b/in");
        assertThat(state(number)).isEqualTo(CampaignState.RUNNING);
    }
}
