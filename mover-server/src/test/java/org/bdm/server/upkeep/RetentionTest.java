package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodeHistory.Rate;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.file.CopyValidators;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.KeptSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forgotten when. */
class RetentionTest {
    private static final String URL = "https://one.example/a.nc";

    private final TurnedClock clock = new TurnedClock();
    private Catalog catalog;

    @BeforeEach
    void open(@TempDir Path home) {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("a".repeat(64))),
                new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {}));
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private JobId jobWithACopy() {
        JobRequest request =
                new JobRequest(JobKind.TREE, "ann", "", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, null);
        SubmittedItem item = new SubmittedItem(URL, "bdm://b/in/a.nc", false, 17, List.of());
        JobId job = catalog.submissions()
                .submit(request, List.of(item), null)
                .join()
                .job();
        catalog.copies()
                .remember(FileNumber.of(job, 0), URL, new CopyValidators(17, "\"x\"", null))
                .join();
        return job;
    }

    private boolean isKnown(JobId job) {
        return catalog.copies().validators(FileNumber.of(job, 0), URL).isPresent();
    }

    private void passAfter(Duration time) {
        clock.turn(time);
        try (JobRemovals jobs = new JobRemovals(catalog, clock)) {
            new Retention(catalog, jobs, KeptFor.DEFAULT, clock).pass();
        }
    }

    @Test
    void copiesOfAJobAreKnownForThirtyDaysAfterItsEnd() {
        JobId running = jobWithACopy();
        JobId ended = jobWithACopy();
        catalog.jobs().change(ended, JobState.CANCELLED, null).join();
        passAfter(Retention.COPIES_OF_ENDED_JOBS);
        assertThat(isKnown(ended)).isTrue();
        passAfter(Duration.ofSeconds(1));
        assertThat(isKnown(ended)).isFalse();
        assertThat(isKnown(running)).isTrue();
    }

    @Test
    void missingCopiesAreKnownForAYearAndRatesForThirtyDays() {
        catalog.missingCopies().missing(URL).join();
        Instant now = clock.instant();
        catalog.nodeHistories()
                .keep(List.of(new NodeHistory("one.example", Optional.of(new Rate(9, now)), Optional.empty())))
                .join();
        passAfter(Retention.NODE_HISTORIES);
        assertThat(catalog.nodeHistories().all()).hasSize(1);
        passAfter(Duration.ofSeconds(1));
        assertThat(catalog.nodeHistories().all()).isEmpty();
        assertThat(catalog.missingCopies().of(List.of(URL))).hasSize(1);
        passAfter(Retention.MISSING_COPIES);
        assertThat(catalog.missingCopies().of(List.of(URL))).isEmpty();
    }

    @Test
    void aListThatNobodyCompletesIsCancelledAfterADay() {
        JobRequest request =
                new JobRequest(JobKind.BATCH, "ann", "", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, null);
        JobId job = catalog.partedLists().begin(request, null).join().job();
        passAfter(Duration.ofHours(24).minusSeconds(1));
        assertThat(catalog.jobs().find(job).orElseThrow().isCancelling()).isFalse();
        passAfter(Duration.ofSeconds(2));
        assertThat(catalog.jobs().find(job).orElseThrow().isCancelling()).isTrue();
        assertThat(catalog.jobs().find(job).orElseThrow().reason().text()).contains("24 hours");
    }

    private JobId endedJob(JobState last) {
        JobId job = jobWithACopy();
        catalog.jobs().change(job, last, null).join();
        return job;
    }

    private boolean hasFiles(JobId job) {
        return catalog.jobs().find(job).orElseThrow().removal() == null;
    }

    @Test
    void rowsOfEndedJobsAreKeptForNinetyDaysAndThoseOfFailedOnesForAYear() {
        JobId running = jobWithACopy();
        JobId cancelled = endedJob(JobState.CANCELLED);
        JobId failed = endedJob(JobState.FAILED);
        passAfter(KeptFor.DEFAULT.files());
        assertThat(hasFiles(cancelled)).isTrue();
        passAfter(Duration.ofSeconds(1));
        assertThat(hasFiles(cancelled)).isFalse();
        assertThat(catalog.jobs().items(cancelled, 0, 10)).isEmpty();
        assertThat(hasFiles(failed)).isTrue();
        passAfter(KeptFor.DEFAULT.failedFiles().minus(KeptFor.DEFAULT.files()));
        assertThat(hasFiles(failed)).isFalse();
        assertThat(hasFiles(running)).isTrue();
        assertThat(catalog.jobs().items(running, 0, 10)).hasSize(1);
        assertThat(catalog.jobs().find(failed)).isPresent();
    }

    @Test
    void rowsAreKeptForGoodWhenTheTimeIsZero() {
        JobId job = endedJob(JobState.CANCELLED);
        clock.turn(Duration.ofDays(10_000));
        try (JobRemovals jobs = new JobRemovals(catalog, clock)) {
            new Retention(catalog, jobs, new KeptFor(Duration.ZERO, Duration.ZERO), clock).pass();
        }
        assertThat(hasFiles(job)).isTrue();
    }

    @Test
    void passEndsTheRemovalThatAnotherProcessLeftHalfDoneAndPassesOverAJobThatIsRetried() {
        JobId retried = endedJob(JobState.FAILED);
        JobRequest request =
                new JobRequest(JobKind.BATCH, "ann", "", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, retried);
        SubmittedItem item = new SubmittedItem(URL, "bdm://b/in/b.nc", false, 17, List.of());
        catalog.submissions().submit(request, List.of(item), null).join();
        JobId begun = endedJob(JobState.FAILED);
        catalog.fileRemovals().begin(begun, false).join();
        JobId old = endedJob(JobState.FAILED);
        passAfter(KeptFor.DEFAULT.failedFiles().plusSeconds(1));
        assertThat(catalog.fileRemovals().begun(10)).isEmpty();
        assertThat(catalog.jobs().items(begun, 0, 10)).isEmpty();
        assertThat(hasFiles(old)).isFalse();
        assertThat(hasFiles(retried)).isTrue();
    }

    @Test
    void deletedJobIsRemovedSoon() {
        JobId job = endedJob(JobState.CANCELLED);
        try (JobRemovals jobs = new JobRemovals(catalog, clock)) {
            assertThat(jobs.delete(job).join().isDeleted()).isTrue();
            Awaitility.await().until(() -> catalog.fileRemovals().begun(10).isEmpty());
            assertThat(jobs.delete(job).join().isDeleted()).isTrue();
        }
        assertThat(catalog.jobs().items(job, 0, 10)).isEmpty();
    }
}
