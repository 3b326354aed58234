package org.bdm.server.catalog.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.file.ExplainingDatabase;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.job.JobState;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Partitions by ranges of jobs, which only PostgreSQL has. */
class FilePartitionsContractTest {
    private final CatalogLocation location = TestDatabase.POSTGRESQL.empty();
    private OpenCatalog open;

    private void open() {
        open = OpenCatalog.at(location);
    }

    @AfterEach
    void close() {
        if (open != null) open.close();
    }

    private FilePartitions partitions() {
        return open.catalog.filePartitions();
    }

    private JobId endedJob() {
        JobId job = activeJob(open.catalog, 3, 3);
        open.catalog.jobs().end(job, JobState.SUCCEEDED, null, "{}").join();
        return job;
    }

    private List<JobId> endedJobs(int count) {
        List<JobId> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) jobs.add(endedJob());
        return jobs;
    }

    private int files(JobId job) {
        return open.catalog
                .files()
                .page(new FileQuery(job, null, null, null, 100))
                .rows()
                .size();
    }

    private long rowsOf(String partition) {
        return open.database().read(sql -> sql.number("SELECT COUNT(*) FROM " + partition));
    }

    private void mark(List<JobId> jobs) {
        for (JobId job : jobs) open.catalog.fileRemovals().begin(job, false).join();
    }

    private Connection another() throws SQLException {
        Connection connection = DriverManager.getConnection(location.jdbcUrl(), "postgres", "postgres");
        connection.setAutoCommit(false);
        return connection;
    }

    @Test
    void rangesAreCutBeforeJobsReachThemAndNoRowIsWithoutAPlace() {
        open();
        assertThat(partitions().ranges()).hasSize(1);
        List<JobId> early = endedJobs(3);
        assertThat(partitions().prepare()).isPositive();
        assertThat(partitions().prepare()).isZero();
        List<JobRange> ranges = partitions().ranges();
        assertThat(ranges.get(0).first()).isZero();
        for (int i = 1; i < ranges.size(); i++)
            assertThat(ranges.get(i).first()).isEqualTo(ranges.get(i - 1).end());
        JobRange last = ranges.get(ranges.size() - 1);
        assertThat(last.isOpen()).isTrue();
        assertThat(last.first()).isGreaterThan(3 + FilePartitions.JOBS_AHEAD);
        assertThat(rowsOf("file_entry_j0")).isEqualTo(9);
        List<JobId> all = new ArrayList<>(early);
        all.addAll(endedJobs(40));
        assertThat(partitions().prepare()).isPositive();
        all.addAll(endedJobs(2));
        for (JobId job : all) assertThat(files(job)).isEqualTo(3);
    }

    @Test
    void partitionIsDroppedWhenAllItsJobsAreMarkedAndNotBefore() {
        open();
        partitions().prepare();
        JobRange first = partitions().ranges().get(0);
        List<JobId> jobs = endedJobs((int) first.end() - 2); // all numbers of the range but one
        mark(jobs);
        assertThat(partitions().dropRemoved()).isZero();
        JobId lastOfRange = endedJob();
        JobId next = endedJob();
        assertThat(lastOfRange.number()).isEqualTo(first.end() - 1);
        assertThat(partitions().dropRemoved()).isZero();
        assertThat(files(lastOfRange)).isEqualTo(3);
        mark(List.of(lastOfRange));
        assertThat(partitions().dropRemoved()).isEqualTo(1);
        assertThat(partitions().ranges()).doesNotContain(first);
        assertThat(files(next)).isEqualTo(3);
        for (JobId job : jobs) {
            assertThat(open.catalog.fileRemovals().remove(job, () -> false)).isTrue();
            List<String> left = open.database().read(sql -> FileRemovals.tablesWithRows(sql, job));
            assertThat(left).isEmpty();
        }
        partitions().prepare();
        assertThat(files(endedJob())).isEqualTo(3);
    }

    @Test
    void pageIsPlannedWithThePartitionsOfItsJobOnly() {
        ExplainingDatabase explaining = new ExplainingDatabase();
        open = OpenCatalog.with(location, explaining);
        partitions().prepare();
        JobId job = endedJob();
        explaining.explainFromNowOn();
        assertThat(files(job)).isEqualTo(3);
        open.catalog.copies().ofItems(job, 0, 9);
        open.catalog.jobs().items(job, 0, 9);
        assertThat(explaining.plans())
                .hasSize(4)
                .allSatisfy((sql, plan) -> assertThat(plan).contains("_j0").doesNotContainPattern("_j[1-9]"));
    }

    @Test
    void dropThatWouldKeepOthersWaitingIsPutOff() throws SQLException {
        open();
        partitions().prepare();
        List<JobId> jobs = endedJobs((int) partitions().ranges().get(0).end() - 1);
        mark(jobs);
        try (Connection reader = another();
                Statement statement = reader.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM file_entry");
            assertThat(partitions().dropRemoved()).isZero();
            assertThat(partitions().ranges().get(0).first()).isZero();
            reader.rollback();
        }
        assertThat(partitions().dropRemoved()).isEqualTo(1);
    }

    @Test
    void rangesAreAsLongAsAMillionFilesLately() {
        JobRange quiet = new JobRange(0, 16, 0);
        assertThat(FilePartitions.jobsOfNext(List.of(new JobRange(0, JobRange.OPEN, 0)), 0))
                .isEqualTo(FilePartitions.FIRST_JOBS);
        assertThat(FilePartitions.jobsOfNext(List.of(quiet), 15)).isEqualTo(60);
        JobRange long1 = new JobRange(16, 17, 4_000_000_000L);
        JobRange long2 = new JobRange(17, 18, 4_000_000_000L);
        JobRange long3 = new JobRange(18, 19, 4_000_000_000L);
        assertThat(FilePartitions.jobsOfNext(List.of(long1, long2, long3), 18)).isEqualTo(1);
        assertThat(FilePartitions.jobsOfNext(List.of(new JobRange(19, 1019, 400_000_000)), 1018))
                .isEqualTo(1000);
    }

    @Test
    void rowsOfACatalogOfAnEarlierVersionBecomeTheFirstPartition() throws SQLException {
        Flyway.configure()
                .dataSource(location.jdbcUrl(), "postgres", "postgres")
                .locations("classpath:db/migration/common", "classpath:db/migration/postgresql")
                .target("25")
                .load()
                .migrate();
        try (Connection connection = another();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO job (job_no, kind, owner, label, priority, max_rate, state, created_at, ended_at,"
                            + " listing_complete, item_count) SELECT n, 1, 'ann', '', 3, 0, 10, now(), now(), TRUE, 1"
                            + " FROM generate_series(1, 7) n");
            statement.execute("INSERT INTO job_request SELECT job_no, '{}', NULL, NULL FROM job");
            statement.execute("INSERT INTO job_listing SELECT job_no, 1, 0, 2, 0, NULL, 0, 0 FROM job");
            statement.execute("INSERT INTO job_item (item_id, job_no, source, destination, is_recursive, size, digests)"
                    + " SELECT job_no * 134217728, job_no, 'bdm://a/x/f', 'bdm://b/x/f', FALSE, 1, '' FROM job");
            statement.execute(
                    "INSERT INTO file_entry (file_id, item_no, size, modified_s, modified_ns, version_token, kind,"
                            + " mode, state, epoch, attempts, millis, bytes_moved, bytes_resent)"
                            + " SELECT job_no * 134217728 + f, 0, 1, 0, 0, decode(repeat('00', 20), 'hex'), 1, 420, 4, 0, 0, 0, 0, 0"
                            + " FROM job, generate_series(0, 1) f");
            connection.commit();
        }
        open();
        assertThat(partitions().ranges()).extracting(JobRange::end).containsExactly(8L, JobRange.OPEN);
        assertThat(rowsOf("file_entry_j0")).isEqualTo(14);
        for (int job = 1; job <= 7; job++) assertThat(files(new JobId(job))).isEqualTo(2);
        assertThat(endedJob().number()).isEqualTo(8);
        assertThat(rowsOf("file_entry_j8")).isEqualTo(3);
    }
}
