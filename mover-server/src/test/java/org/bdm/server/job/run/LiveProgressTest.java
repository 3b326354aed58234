package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.adapt.AdaptDecision;
import org.bdm.core.adapt.AdaptReason;
import org.bdm.core.adapt.Parallelism;
import org.bdm.core.adapt.WorkStage;
import org.bdm.core.bottleneck.Bottleneck;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.history.JobDecision;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.job.progress.BytesShown;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of a job whose files take long. */
class LiveProgressTest {
    private static final long SIZE = 1000;

    @TempDir
    Path directory;

    private TestSite site;
    private final BytesShown shown = new BytesShown();

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("huge.nc", SIZE));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private BytesUnderWay look(JobId job) {
        return shown.of(site.job(job), site.catalog.jobs().counts(job), site.live.of(job));
    }

    private JobId moving() {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.live.of(job).streams() > 0); // the job's thread tells of a session after it has begun
        await().until(() -> !site.sessions.last().entries.isEmpty()); // and gives it files after that
        return job;
    }

    @Test
    void bytesOfAFileAreShownWhileItIsMovedAndAreThoseOfTheCatalogInTheEnd() {
        JobId job = moving();
        assertThat(look(job)).isEqualTo(BytesUnderWay.NONE);
        site.sessions.last().underWay = new BytesUnderWay(600, 400);
        assertThat(look(job)).isEqualTo(new BytesUnderWay(600, 400));
        assertThat(site.catalog.jobs().counts(job).bytesMoved()).isZero();

        // The session told of the end, and the catalog does not know yet.
        site.sessions.last().underWay = BytesUnderWay.NONE;
        assertThat(look(job)).as("it does not count down").isEqualTo(new BytesUnderWay(600, 400));
        var entry = site.sessions.last().entries.get(0);
        site.sessions.last().listener.onOutcomes(0, List.of(TestSessions.done(entry)));
        site.sessions.last().listener.onChunkEnded(0);
        site.when(job, JobState.SUCCEEDED);
        assertThat(look(job)).isEqualTo(new BytesUnderWay(SIZE, SIZE));
    }

    @Test
    @Tag("U17")
    void bytesOfBlocksThatAreNotWholeAreShownAndNeverMoreThanTheFileHas() {
        JobId job = moving();
        site.sessions.last().arriving = 300;
        assertThat(look(job)).isEqualTo(new BytesUnderWay(300, 0));
        await().until(() -> site.live.of(job).bytesPerSecond() > 0);
        site.sessions.last().underWay = new BytesUnderWay(900, 0);
        assertThat(look(job)).isEqualTo(new BytesUnderWay(SIZE, 0));
        site.sessions.last().arriving = 0; // lost with its stream
        assertThat(site.live.of(job).bytesPerSecond()).isNotNegative();
        assertThat(look(job)).as("it does not count down").isEqualTo(new BytesUnderWay(SIZE, 0));
    }

    @Test
    void whatIsThereOfAnUnfinishedFileIsShownWhileTheJobIsPaused() {
        JobId job = moving();
        site.sessions.last().underWay = new BytesUnderWay(600, 600);
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.live.of(job).streams() == 0 && site.sessions.last().isStopped);
        assertThat(look(job)).isEqualTo(new BytesUnderWay(600, 600));
        assertThat(new BytesShown().of(site.job(job), site.catalog.jobs().counts(job), site.live.of(job)))
                .as("also for who did not look before")
                .isEqualTo(new BytesUnderWay(600, 600));
    }

    @Test
    void theStagesOfASessionAreKnownWhileItRuns() {
        JobId job = moving();
        StageLoad disk = new StageLoad("disk", 4, 1_000_000, 12, 0.9);
        site.sessions.last().stages = List.of(disk);
        assertThat(site.live.stagesOf(job)).containsExactly(disk);
        assertThat(site.live.of(job).limitedBy()).isEqualTo("disk");
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.live.stagesOf(job).isEmpty());
    }

    @Test
    void aSessionThatHasReachedItsRateNamesTheLimitThatGivesIt() {
        Limit limit = new Limit(LimitedPlace.link("a"), 15_000_000, 0, 0, 0, "", "ana", Instant.EPOCH);
        site.links.limit(List.of(limit));
        JobId job = moving();
        site.links.measure();
        assertThat(site.live.of(job).limitedBy()).isEqualTo("disk");
        site.sessions.last().limit = new Bottleneck("rate", "the rate limit of this session");
        String named = "the rate limit of the link a to b, 15 MB/s = 120 Mbit/s";
        assertThat(site.live.of(job).limitedBy()).startsWith(named);
        assertThat(site.live.of(job).limit()).startsWith(named);
    }

    @Test
    void changesOfStreamsAreInTheCatalogWhileTheJobRunsAndCountedInItsReport() {
        JobId job = moving();
        Parallelism before = Parallelism.ofEach(1);
        Parallelism after = before.with(WorkStage.NETWORK, 4);
        site.sessions
                .last()
                .listener
                .onAdapted(new AdaptDecision(1, before, after, AdaptReason.STARTING, 500, "4 streams"));
        await().until(() -> site.catalog.decisions().made(job) == 1);
        JobDecision made = site.catalog.decisions().newest(job, 5).get(0).decision();
        assertThat(made.source()).isEqualTo("a");
        assertThat(made.after()).isEqualTo(4);
        var entry = site.sessions.last().entries.get(0);
        site.sessions.last().listener.onOutcomes(0, List.of(TestSessions.done(entry)));
        site.sessions.last().listener.onChunkEnded(0);
        site.sessions
                .last()
                .listener
                .onAdapted(new AdaptDecision(2, after, before, AdaptReason.UNDONE, 500, "1 stream"));
        site.when(job, JobState.SUCCEEDED);
        assertThat(site.catalog.jobs().report(job).orElseThrow()).contains("\"decisions\":2");
    }

    @Test
    void filesUnderWayAreKnownByTheirNumber() {
        JobId job = moving();
        FileId file = site.files(job).get(0).id();
        FileUnderWay underWay = new FileUnderWay(file, FileState.ACTIVE, new BytesUnderWay(5, 3));
        site.sessions.last().files = List.of(underWay);
        assertThat(site.live.filesOf(job)).containsExactly(java.util.Map.entry(file, underWay));
    }
}
