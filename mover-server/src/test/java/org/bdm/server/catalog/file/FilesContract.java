package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.site.AuditFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One job of many files beside small ones; every 100th waits, every 1,000th failed, the first 10,000 are done. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FilesContract {
    /** More than {@link Files#WALK_MAX}, so that a search that finds nothing ends before the last of them. */
    private static final int FILES = 52_000;
    /** More than the rows of a page, and ten chunks. */
    private static final int DONE = 10_000;

    private final TestDatabase database;
    private final ExplainingDatabase explaining = new ExplainingDatabase();
    private OpenCatalog open;
    private JobId job;

    FilesContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeAll
    void fill() {
        open = OpenCatalog.with(database.prepared(), explaining);
        activeJob(open.catalog, 10, 3);
        job = activeJob(open.catalog, FILES, 4);
        activeJob(open.catalog, 10, 3);
        for (Optional<ChunkLease> lease = lease(); lease.isPresent(); lease = lease()) {
            List<OutcomeRecord> outcomes = new ArrayList<>();
            for (FileRow file : open.catalog.chunks().openFiles(lease.get(), null, open.clock.instant(), 1000)) {
                FileState state = state(FileNumber.ordinal(file.id()));
                if (state == FileState.DONE)
                    outcomes.add(OutcomeRecord.done(file, Samples.evidence("x"), FileEffort.NONE));
                if (state == FileState.FAILED)
                    outcomes.add(OutcomeRecord.failed(
                            file, new FileTrouble(ErrorCode.WRITE_ERROR, "no", null), FileEffort.NONE));
                if (state == FileState.WAITING) {
                    outcomes.add(OutcomeRecord.waiting(
                            file,
                            new FileTrouble(
                                    ErrorCode.TIMED_OUT,
                                    "late",
                                    open.clock.instant().plusSeconds(60)),
                            FileEffort.NONE));
                }
            }
            open.catalog.chunks().record(lease.get(), outcomes).join();
        }
        open.database().read(sql -> {
            sql.execute("ANALYZE");
            return null;
        });
        explaining.explainFromNowOn();
    }

    private Optional<ChunkLease> lease() {
        return open.catalog.chunks().leaseOf(job, Duration.ofMinutes(10));
    }

    @AfterAll
    void close() {
        open.close();
    }

    private static FileState state(int ordinal) {
        if (ordinal % 1000 == 999) return FileState.FAILED;
        if (ordinal % 100 == 99) return FileState.WAITING;
        return ordinal < DONE ? FileState.DONE : FileState.PENDING;
    }

    private List<Integer> walk(FileState state, String prefix, int rowsMax) {
        List<Integer> ordinals = new ArrayList<>();
        String cursor = null;
        int calls = 0;
        do {
            RowPage<FileRow> page = open.catalog.files().page(new FileQuery(job, state, prefix, cursor, rowsMax));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(rowsMax);
            page.rows().forEach(row -> ordinals.add(FileNumber.ordinal(row.id())));
            cursor = page.nextCursor();
            calls++;
        } while (cursor != null && calls < 1000);
        return ordinals;
    }

    private static List<Integer> ordinals(Predicate<Integer> wanted) {
        List<Integer> ordinals = new ArrayList<>();
        for (int i = 0; i < FILES; i++) if (wanted.test(i)) ordinals.add(i);
        return ordinals;
    }

    @Test
    void pagesOfAllFilesCoverEachOnceInOrder() {
        assertThat(walk(null, null, 1000)).isEqualTo(ordinals(i -> true));
    }

    @Test
    void pagesOfOneStateCoverItExactly() {
        for (FileState state : List.of(FileState.WAITING, FileState.FAILED, FileState.DONE)) {
            assertThat(walk(state, null, 700)).as(state.name()).isEqualTo(ordinals(i -> state(i) == state));
        }
        assertThat(walk(FileState.SKIPPED_SAME, null, 700)).isEmpty();
        assertThat(walk(FileState.ACTIVE, null, 700)).isEmpty();
    }

    @Test
    void prefixIsFoundInAnyStateAndInOneState() {
        assertThat(walk(null, "f00431", 30)).isEqualTo(ordinals(i -> i / 100 == 431));
        assertThat(walk(FileState.FAILED, "f0043", 3))
                .isEqualTo(ordinals(i -> i / 1000 == 43 && state(i) == FileState.FAILED));
        assertThat(walk(FileState.PENDING, "f00431", 1000))
                .isEqualTo(ordinals(i -> i / 100 == 431 && state(i) == FileState.PENDING));
        assertThat(walk(null, "g", 1000)).isEmpty();
    }

    @Test
    void searchThatFindsNothingLooksAtABoundedNumberOfFilesAndGivesACursor() {
        RowPage<FileRow> page = open.catalog.files().page(new FileQuery(job, null, "g", null, 10));
        assertThat(page.rows()).isEmpty();
        assertThat(Cursor.read(page.nextCursor()))
                .isEqualTo(FileNumber.of(job, Files.WALK_MAX).number());
    }

    @Test
    void stateThatNoFileHasIsKnownFromTheCountsWithoutLookingAtFiles() {
        int queries = explaining.queriesOf("file_entry");
        for (String prefix : java.util.Arrays.asList(null, "f")) {
            RowPage<FileRow> page =
                    open.catalog.files().page(new FileQuery(job, FileState.SKIPPED_SAME, prefix, null, 10));
            assertThat(page.rows()).isEmpty();
            assertThat(page.nextCursor()).isNull();
        }
        assertThat(explaining.queriesOf("file_entry")).isEqualTo(queries);
        open.catalog.files().page(new FileQuery(job, FileState.DONE, null, null, 10));
        assertThat(explaining.queriesOf("file_entry")).isGreaterThan(queries);
    }

    @Test
    void cursorOfAnotherJobIsRefused() {
        JobId other = new JobId(job.number() + 1);
        String cursor = open.catalog
                .files()
                .page(new FileQuery(other, null, null, null, 3))
                .nextCursor();
        assertRefused(
                ErrorCode.INVALID_REQUEST, () -> open.catalog.files().page(new FileQuery(job, null, null, cursor, 3)));
    }

    /** Every further page is asked as the second. */
    private void walkTwoPages(FileState state) {
        RowPage<FileRow> first = open.catalog.files().page(new FileQuery(job, state, null, null, 10));
        assertThat(first.rows()).hasSize(10);
        open.catalog.files().page(new FileQuery(job, state, null, first.nextCursor(), 10));
    }

    @Test
    void noQueryOverABigTableSorts() {
        walkTwoPages(null);
        walkTwoPages(FileState.FAILED);
        walkTwoPages(FileState.DONE);
        walk(null, "f00431", 30);
        open.catalog.audit().page(new AuditFilter(null, null, null, null, null, null), null, 10);
        open.catalog.audit().page(new AuditFilter("ann", null, null, null, null, open.clock.instant()), null, 10);
        open.catalog.events().after(job, 0, 10);
        open.catalog.events().after(null, 0, 10);
        open.catalog.jobs().items(job, 0, 10);
        open.catalog.listings().openDirectories(job, 10);
        open.catalog.listings().directories(job, null, 10);
        open.catalog.chunks().nextAvailable(job);
        open.clock.turn(Duration.ofMinutes(11));
        ChunkLease lease = lease().orElseThrow();
        open.catalog.chunks().leaseLastOf(job, Duration.ofMinutes(10), chunk -> false);
        open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000);
        Map<String, String> plans = explaining.plans();
        assertThat(plans.keySet())
                .anyMatch(sql -> sql.contains("file_chunk"))
                .anyMatch(sql -> sql.contains("file_exception WHERE"));
        plans.forEach((sql, plan) -> {
            if (sql.contains("FROM job j") || sql.contains(" IN (?")) return; // a few jobs, or a page by its ids
            if (database == TestDatabase.H2) assertThat(plan).as(sql).contains("index sorted");
            else assertThat(plan).as(sql).doesNotContain("Sort").doesNotContain("Seq Scan on file_");
        });
    }
}
