package org.bdm.server.job.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.bdm.server.job.listing.IntakeWorker;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobSchedulerTest {
    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** Starts each job once, and never ends by itself. */
    private static final class Forever implements Worker {
        final List<JobId> jobs = new CopyOnWriteArrayList<>();
        final List<JobId> discarded = new CopyOnWriteArrayList<>();
        final AtomicInteger stops = new AtomicInteger();
        final CompletableFuture<Void> ended = new CompletableFuture<>();
        private final List<JobId> wanted;

        Forever(JobId... wanted) {
            this.wanted = List.of(wanted);
        }

        @Override
        public List<RunningWork> start(List<RunningWork> running, Runnable wake) {
            return wanted.stream()
                    .filter(job -> !jobs.contains(job))
                    .map(job -> {
                        jobs.add(job);
                        return work(job);
                    })
                    .toList();
        }

        private RunningWork work(JobId job) {
            return new RunningWork() {
                @Override
                public JobId job() {
                    return job;
                }

                @Override
                public CompletionStage<Void> ended() {
                    return ended;
                }

                @Override
                public void stop() {
                    stops.incrementAndGet();
                }
            };
        }

        @Override
        public void discard(JobId job) {
            discarded.add(job);
        }
    }

    @Test
    void jobsOfHigherPriorityAreMovedFirst() {
        for (int i = 0; i < 6; i++) site.sources.show("s" + i, new TestTree().file("f", 1));
        site.sessions.ends(entry -> null);
        JobId[] jobs = new JobId[6];
        for (int i = 0; i < 6; i++) {
            TestSite.Options options = new TestSite.Options();
            options.priority = i < 2 ? 1 : 5;
            jobs[i] = site.submit(options, TestSite.file("s" + i, "f"));
        }
        try (JobScheduler listing =
                new JobScheduler(site.catalog, site.clock, List.of(new IntakeWorker(site.intake())), unused -> "{}")) {
            listing.start();
            for (JobId job : jobs) site.listed(job);
            listing.stop().toCompletableFuture().join();
        }
        site.start();

        await().until(() -> site.sessions.begun().size() == 4);
        assertThat(site.sessions.begun())
                .extracting(session -> session.job)
                .containsExactlyInAnyOrder(jobs[2], jobs[3], jobs[4], jobs[5]);
    }

    @Test
    void aWorkerThatFailsDoesNotKeepTheOthersFromWorking() {
        JobId job = site.submitTree();
        Forever good = new Forever(job);
        Worker bad = (running, wake) -> {
            throw new IllegalStateException("always");
        };
        try (JobScheduler scheduler = new JobScheduler(site.catalog, site.clock, List.of(bad, good), unused -> "{}")) {
            scheduler.start();
            await().until(() -> good.jobs.equals(List.of(job)));
        }
    }

    @Test
    void workOfAJobThatIsPausedOrEndedBehindItsBackIsStopped() {
        JobId job = site.submitTree();
        Forever worker = new Forever(job);
        try (JobScheduler scheduler = new JobScheduler(site.catalog, site.clock, List.of(worker), unused -> "{}")) {
            scheduler.start();
            await().until(() -> worker.jobs.contains(job));
            assertThat(worker.stops).hasValue(0);
            // as another node does
            site.catalog
                    .jobs()
                    .change(job, JobState.PAUSED, new JobReason("BY_USER", "wait", site.clock.instant(), null))
                    .join();
            await().until(() -> worker.stops.get() > 0);
        }
    }

    @Test
    void leftoversOfACancelledJobAreRemovedOnlyWhenItsWorkHasEnded() {
        JobId job = site.submitTree();
        Forever worker = new Forever(job);
        try (JobScheduler scheduler = new JobScheduler(site.catalog, site.clock, List.of(worker), unused -> "{}")) {
            scheduler.start();
            await().until(() -> worker.jobs.contains(job));
            CompletableFuture<Job> cancelled = scheduler.cancel(job, "no");
            await().until(() -> worker.stops.get() > 0);
            assertThat(worker.discarded).isEmpty();
            assertThat(cancelled).isNotDone();
            assertThat(site.job(job).state()).isNotEqualTo(JobState.CANCELLED);
            worker.ended.complete(null);
            await().until(() -> worker.discarded.contains(job));
        }
    }

    @Test
    void aPauseIsLookedAtAgainWhenItIsTimeAndOneByAPersonIsNot() {
        JobId byReason = site.submitTree();
        JobId byPerson = site.submitTree();
        try (JobScheduler scheduler = new JobScheduler(site.catalog, site.clock, List.of(), unused -> "{}")) {
            scheduler.pause(byReason, PauseReason.NO_SPACE, "full").join();
            scheduler.pause(byPerson, PauseReason.BY_USER, "later").join();
            scheduler.start();
            site.clock.turn(Duration.ofSeconds(59));
            await().during(Duration.ofMillis(600))
                    .until(() -> site.job(byReason).state() == JobState.PAUSED);
            site.clock.turn(Duration.ofSeconds(4));
            Job resumed = site.when(byReason, JobState.QUEUED);
            assertThat(resumed.reason()).isNull();
            assertThat(site.job(byPerson).state()).isEqualTo(JobState.PAUSED);
        }
    }

    @Test
    void aPauseThatWasDueWhileTheProcessWasDownIsLookedAtAtOnce() {
        JobId job = site.submitTree();
        site.catalog
                .jobs()
                .change(
                        job,
                        JobState.PAUSED,
                        new JobReason("PEER_UNREACHABLE", "gone", site.clock.instant(), site.clock.instant()))
                .join();
        try (JobScheduler scheduler = new JobScheduler(site.catalog, site.clock, List.of(), unused -> "{}")) {
            scheduler.start();
            site.when(job, JobState.QUEUED);
        }
    }

    @Test
    void whatFailsIsHeldBackForAGrowingTimeUntilItSucceeds() {
        RetryTimes retries = new RetryTimes(site.clock);
        JobId job = new JobId(1);
        assertThat(retries.mayStart(job)).isTrue();
        assertThat(Duration.between(site.clock.instant(), retries.failed(job))).isEqualTo(Duration.ofSeconds(1));
        assertThat(retries.mayStart(job)).isFalse();
        assertThat(Duration.between(site.clock.instant(), retries.failed(job))).isEqualTo(Duration.ofSeconds(2));
        for (int i = 0; i < 10; i++) retries.failed(job);
        assertThat(Duration.between(site.clock.instant(), retries.failed(job))).isEqualTo(Duration.ofMinutes(1));
        site.clock.turn(Duration.ofMinutes(1));
        assertThat(retries.mayStart(job)).isTrue();
        retries.succeeded(job);
        assertThat(Duration.between(site.clock.instant(), retries.failed(job))).isEqualTo(Duration.ofSeconds(1));
    }
}
