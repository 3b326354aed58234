package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that stands: paused by a person or by its trouble, taken up again, or cancelled. */
class StandingJobTest {
    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show(
                "a", new TestTree().file("one.nc", 1).file("two.nc", 2).file("sub/three.nc", 3));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static boolean is(FileEntry entry, String name) {
        return entry.source().shown().endsWith(name);
    }

    @ParameterizedTest
    @CsvSource({
        "NO_SPACE,NO_SPACE,60",
        "READ_ONLY,READ_ONLY,60",
        "PERMISSION,PERMISSION,60",
        "EXPORT_MISSING,EXPORT_MISSING,60",
        "QUOTA_EXCEEDED,QUOTA_EXCEEDED,60"
    })
    void whatAPersonMustMendPausesTheJobAndIsLookedAtAgain(ErrorCode code, String reason, int seconds) {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        site.sessions.last().listener.onBlocked(new MoverException(code, "the disk says no"));

        Job paused = site.ended(job);
        assertThat(paused.state()).isEqualTo(JobState.PAUSED);
        assertThat(paused.reason().code()).isEqualTo(reason);
        assertThat(site.sessions.last().isStopped).isTrue();
        site.clock.turn(Duration.ofSeconds(seconds + 3));
        await().until(() -> site.sessions.begun().size() == 2);
        site.sessions.last().listener.onBlocked(new MoverException(code, "the disk still says no"));
        Job again = site.ended(job);
        assertThat(again.reason().text()).contains("still");
        assertThat(again.reason().since())
                .as("it stands since the first time")
                .isEqualTo(paused.reason().since());
        site.sessions.ends(TestSessions::done);
        site.clock.turn(Duration.ofSeconds(seconds - 2));
        await().during(Duration.ofMillis(600)).until(() -> site.job(job).state() == JobState.PAUSED);
        site.clock.turn(Duration.ofSeconds(5));
        assertThat(site.when(job, JobState.SUCCEEDED).reason()).isNull();
    }

    @Test
    void aSourceThatIsGonePausesTheJobWhichGoesOnByItselfSoonAfterItIsBack() {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        site.sessions.last().listener.onSourceLost(new MoverException(ErrorCode.PEER_UNREACHABLE, "gone"));
        assertThat(site.ended(job).reason().code()).isEqualTo("PEER_UNREACHABLE");

        site.sessions.ends(TestSessions::done);
        site.clock.turn(Duration.ofSeconds(13));
        site.when(job, JobState.SUCCEEDED);
    }

    @Test
    void aSiteThatIsNoLongerKnownPausesTheJobForCredentials() {
        site.sessions.refuse(new MoverException(ErrorCode.UNKNOWN_SITE, "no site 'a' is paired"));
        JobId job = site.submitTree();
        site.start();
        assertThat(site.ended(job).reason().code()).isEqualTo("CREDENTIALS");
    }

    @Test
    void aDefectIsToldAndTriedAgainWithGrowingPausesInsteadOfSpinning() {
        AtomicInteger begins = new AtomicInteger();
        site.sessions.ends(entry -> {
            begins.incrementAndGet();
            site.sessions.last().listener.onBlocked(new MoverException(ErrorCode.INTERNAL, "a step failed"));
            return null;
        });
        site.sources.show("a", new TestTree().file("one.nc", 1));
        JobId job = site.submitTree();
        site.start();

        Job waiting = site.when(job, found -> found.reason() != null);
        assertThat(waiting.state()).isEqualTo(JobState.ACTIVE);
        assertThat(waiting.reason().code()).isEqualTo("INTERNAL");
        assertThat(waiting.reason().nextAt()).isNotNull();
        await().during(Duration.ofMillis(800)).until(() -> begins.get() == 1);
        site.sessions.ends(TestSessions::done);
        site.clock.turn(Duration.ofSeconds(2));
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void aPausedJobStopsAndGoesOnWhereItWas() {
        site.sessions.ends(entry -> is(entry, "one.nc") ? TestSessions.done(entry) : null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.count(job, FileState.DONE) == 1);

        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.sessions.last().isStopped);
        site.clock.turn(Duration.ofMinutes(10));
        await().during(Duration.ofMillis(600)).until(() -> site.job(job).state() == JobState.PAUSED);
        site.sessions.ends(TestSessions::done);
        site.scheduler.resume(job).join();

        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.sessions.begun()).hasSize(2);
        assertThat(site.sessions.last().entries)
                .extracting(entry -> entry.source().shown())
                .containsExactlyInAnyOrder("two.nc", "sub/three.nc");
    }

    @Test
    void aJobIsNotTakenUpAgainBeforeItsSessionsHaveStopped() {
        CompletableFuture<Void> slowDisk = new CompletableFuture<>();
        site.sessions.stopAfter(slowDisk);
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        site.scheduler.resume(job).join();

        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(5))
                .until(() -> site.sessions.begun().size() == 1);
        site.sessions.ends(TestSessions::done);
        slowDisk.complete(null);
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void aCancelledJobStopsAndLeavesNothingUnfinished() {
        site.sessions.ends(entry -> is(entry, "one.nc") ? TestSessions.done(entry) : null);
        JobId job = site.submitTree();
        site.destination.workArea(job);
        site.start();
        await().until(() -> site.count(job, FileState.DONE) == 1);

        site.scheduler.cancel(job, "no longer wanted").join();

        await().untilAsserted(() -> assertThat(site.destination.workAreas()).isEmpty());
        assertThat(site.sessions.last().isStopped).isTrue();
        assertThat(site.states(job)).containsEntry("one.nc", "DONE").containsEntry("two.nc", "CANCELLED");
    }

    @Test
    void aJobThatIsCancelledWhileItIsPausedLeavesNothingUnfinished() {
        site.sessions.ends(entry -> null);
        JobId job = site.submitTree();
        site.destination.workArea(job);
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        site.scheduler.pause(job, PauseReason.BY_USER, "later").join();
        await().until(() -> site.sessions.last().isStopped);
        assertThat(site.destination.workAreas()).containsExactly(job);

        site.scheduler.cancel(job, "no longer wanted").join();
        await().untilAsserted(() -> assertThat(site.destination.workAreas()).isEmpty());
    }
}
