package org.bdm.server.catalog.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.evidence;
import static org.bdm.server.catalog.Samples.failure;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.history.JobDecision;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.catalog.tools.CatalogCheck;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class FileRemovalsContractTest {
    private static final int FILES = 2 * FileRemovals.IDS_AT_ONCE + 7;

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    /** One file is DONE, one FAILED, the others are cancelled with the job. */
    private JobId endedJob(int files, JobState last) {
        JobId job = activeJob(open.catalog, files, 3);
        ChunkLease lease =
                open.catalog.chunks().leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
        List<FileRow> rows = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10);
        FileTrouble no = new FileTrouble(ErrorCode.WRITE_ERROR, "no", null);
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(
                                OutcomeRecord.done(rows.get(0), evidence("x"), FileEffort.NONE),
                                OutcomeRecord.failed(rows.get(1), no, FileEffort.NONE)))
                .join();
        open.catalog.jobs().end(job, last, null, "{\"files\":" + files + "}").join();
        return job;
    }

    private FileRemovals removals() {
        return open.catalog.fileRemovals();
    }

    private List<FileRow> files(JobId job) {
        return open.catalog
                .files()
                .page(new FileQuery(job, null, null, null, 1000))
                .rows();
    }

    private List<String> tablesWithRows(JobId job) {
        return open.database().read(sql -> FileRemovals.tablesWithRows(sql, job));
    }

    @Test
    void rowsOfFilesAndEventsGoAndCountsAndReportStay() {
        JobId before = endedJob(3, JobState.PARTIAL);
        JobId job = endedJob(FILES, JobState.PARTIAL);
        JobId after = endedJob(3, JobState.PARTIAL);
        JobDecision decision = new JobDecision(open.clock.instant(), "a", "streams", 1, 2, 3, "2 are tried");
        for (JobId each : List.of(before, job))
            open.catalog.decisions().add(each, List.of(decision)).join();
        removals().begin(job, false).join();
        assertThat(removals().begun(10)).containsExactly(job);
        assertThat(removals().remove(job, () -> false)).isTrue();

        assertThat(removals().begun(10)).isEmpty();
        assertThat(tablesWithRows(job)).isEmpty();
        assertThat(open.catalog.events().after(job, 0, 10)).isEmpty();
        assertThat(open.catalog.decisions().after(job, 0, 10)).isEmpty();
        assertThat(open.catalog.decisions().after(before, 0, 10)).hasSize(1);
        assertThat(open.catalog.jobs().counts(job).in(FileState.DONE).files()).isEqualTo(1);
        assertThat(open.catalog.jobs().counts(job).total().files()).isEqualTo(FILES);
        assertThat(open.catalog.jobs().report(job)).contains("{\"files\":" + FILES + "}");
        assertThat(open.catalog
                        .jobs()
                        .page(JobQuery.newest(Set.of(), null, null, 10))
                        .rows())
                .extracting(Job::id)
                .containsExactly(after, job, before);
        for (JobId other : List.of(before, after)) {
            assertThat(files(other)).hasSize(3);
            assertThat(open.catalog.events().after(other, 0, 10)).isNotEmpty();
        }
        open.close();
        assertThat(CatalogCheck.check(open.location).problems()).isEmpty();
        open.reopen();
    }

    @Test
    void filesOfAMarkedJobAreRefusedHoweverManyOfThemAreStillThere() {
        JobId job = endedJob(3, JobState.PARTIAL);
        removals().begin(job, false).join();
        assertThat(tablesWithRows(job)).contains("file_entry", "directory", "job_item", "file_exception");
        assertRefused(ErrorCode.FILES_REMOVED, () -> files(job));
        Job marked = open.catalog.jobs().find(job).orElseThrow();
        assertRefused(ErrorCode.FILES_REMOVED, marked::refuseIfFilesAreRemoved);
        assertThat(marked.removal().filesRemovedAt()).isEqualTo(open.clock.instant());
        assertThat(marked.isDeleted()).isFalse();
    }

    @Test
    void removalThatIsCutOffAnywhereIsEndedByTheNextProcess() {
        JobId job = endedJob(FILES, JobState.SUCCEEDED);
        JobId other = endedJob(3, JobState.SUCCEEDED);
        removals().begin(job, false).join();
        boolean isGone = false;
        for (int steps = 1; !isGone; steps++) {
            AtomicInteger left = new AtomicInteger(steps);
            isGone = removals().remove(job, () -> left.getAndDecrement() == 0);
            if (steps % 7 == 1) open.reopen();
            assertThat(removals().begun(10)).isEqualTo(isGone ? List.of() : List.of(job));
            assertRefused(ErrorCode.FILES_REMOVED, () -> files(job));
        }
        assertThat(tablesWithRows(job)).isEmpty();
        assertThat(files(other)).hasSize(3);
    }

    @Test
    void rowsThatAreLeftOfARemovedJobAreFoundByTheCheck() {
        JobId job = endedJob(3, JobState.SUCCEEDED);
        open.database().transact(sql -> sql.update("UPDATE job SET removal = 2, files_removed_at = created_at"));
        open.close();
        assertThat(CatalogCheck.check(open.location).problems())
                .containsExactly(job + ": its rows were removed, but some are left in file_chunk, file_exception,"
                        + " file_entry, directory, job_item");
        open.reopen();
    }

    @Test
    void jobThatHasNotEndedIsRefusedWithWhatToDoFirst() {
        JobId job = activeJob(open.catalog, 1, 3);
        assertThat(failure(removals().begin(job, true)).detail())
                .isEqualTo(job + " is ACTIVE; cancel it first with 'bdm-client cancel " + job + "', then delete it");
        assertThat(open.catalog.jobs().find(job).orElseThrow().removal()).isNull();
        assertThat(failure(removals().begin(new JobId(99), true)).code()).isEqualTo(ErrorCode.UNKNOWN_JOB);
    }

    @Test
    void jobWhoseFilesAreRetriedKeepsItsRowsUntilTheLastRetryHasEnded() {
        JobId first = endedJob(3, JobState.PARTIAL);
        JobId second = retryOf(first);
        open.catalog.jobs().change(second, JobState.CANCELLED, null).join();
        JobId third = retryOf(second);
        assertThat(failure(removals().begin(first, false)).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        open.catalog.jobs().change(third, JobState.CANCELLED, null).join();
        assertThat(removals().begin(first, false).join().removal()).isNotNull();
    }

    private JobId retryOf(JobId job) {
        JobRequest request =
                new JobRequest(JobKind.BATCH, "ann", "", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, job);
        return open.catalog
                .submissions()
                .submit(request, List.of(item("y")), null)
                .join()
                .job();
    }

    @Test
    void deletedJobIsListedNoMoreAndItsKeyStartsNothingAgain() {
        Idempotency key = new Idempotency("once", sha256("body"));
        JobId job = open.catalog
                .submissions()
                .submit(request("ann", 3), List.of(item("x")), key)
                .join()
                .job();
        open.catalog.jobs().end(job, JobState.CANCELLED, null, "{}").join();
        removals().begin(job, true).join();
        removals().remove(job, () -> false);
        assertThat(open.catalog
                        .jobs()
                        .page(JobQuery.newest(Set.of(), null, null, 10))
                        .rows())
                .isEmpty();
        assertThat(open.catalog.jobs().find(job).orElseThrow().isDeleted()).isTrue();
        assertThat(open.catalog.jobs().report(job)).isEmpty();
        assertThat(failure(open.catalog.submissions().submit(request("ann", 3), List.of(item("x")), key))
                        .detail())
                .isEqualTo("the idempotency key 'once' belongs to " + job + ", which was deleted at "
                        + open.clock.instant());
        assertThat(removals().begin(job, true).join().isDeleted()).isTrue();
        assertThat(removals().begun(10)).isEmpty();
    }

    @Test
    void jobWhoseFilesWereRemovedCanBeDeletedLater() {
        JobId job = endedJob(3, JobState.SUCCEEDED);
        removals().begin(job, false).join();
        removals().remove(job, () -> false);
        Job removed = open.catalog.jobs().find(job).orElseThrow();
        open.clock.turn(Duration.ofDays(1));
        removals().begin(job, true).join();
        removals().remove(job, () -> false);
        Job deleted = open.catalog.jobs().find(job).orElseThrow();
        assertThat(deleted.removal().filesRemovedAt())
                .isEqualTo(removed.removal().filesRemovedAt());
        assertThat(deleted.removal().deletedAt()).isEqualTo(open.clock.instant());
        assertThat(open.catalog.jobs().report(job)).isEmpty();
    }

    @Test
    void jobsAreDueInTheOrderOfTheirEnd() {
        JobId late = endedJob(3, JobState.SUCCEEDED);
        open.clock.turn(Duration.ofSeconds(1));
        JobId failed = endedJob(3, JobState.FAILED);
        JobId later = endedJob(3, JobState.SUCCEEDED);
        activeJob(open.catalog, 1, 3);
        Set<JobState> good = Set.of(JobState.SUCCEEDED, JobState.CANCELLED);
        assertThat(removals().due(good, open.clock.instant(), 0, 10)).containsExactly(late);
        open.clock.turn(Duration.ofMillis(1));
        assertThat(removals().due(good, open.clock.instant(), 0, 10)).containsExactly(late, later);
        assertThat(removals().due(good, open.clock.instant(), 1, 10)).containsExactly(later);
        assertThat(removals().due(Set.of(JobState.FAILED, JobState.PARTIAL), open.clock.instant(), 0, 10))
                .containsExactly(failed);
    }
}
