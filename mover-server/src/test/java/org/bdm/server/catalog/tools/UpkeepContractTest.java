package org.bdm.server.catalog.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.evidence;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.ChunkState;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingSideTablesCheck;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.JobQuery;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.catalog.site.Token;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backup, restore, check, move. */
class UpkeepContractTest {
    @TempDir
    Path directory;

    private CatalogLocation location;
    private Path zip;

    @BeforeEach
    void place() {
        location = TestDatabase.H2.prepared();
        zip = directory.resolve("it's a backup.zip");
    }

    /** A job with files in every stored state, an item with digests, and one of most other things. */
    private static JobId fill(OpenCatalog open) {
        JobId job = activeJob(open.catalog, 7_000, 3);
        ChunkLease lease =
                open.catalog.chunks().leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
        List<FileRow> files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10);
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(
                                OutcomeRecord.done(files.get(0), evidence("x"), new FileEffort(1, 1, 5, 1, 0)),
                                OutcomeRecord.failed(
                                        files.get(1),
                                        new FileTrouble(ErrorCode.WRITE_ERROR, "no", null),
                                        FileEffort.NONE),
                                OutcomeRecord.waiting(
                                        files.get(2),
                                        new FileTrouble(ErrorCode.TIMED_OUT, "late", open.clock.instant()),
                                        FileEffort.NONE)))
                .join();
        open.catalog
                .tokens()
                .add(new Token(0, Samples.sha256("t"), "ADMIN", "ann", open.clock.instant(), null, null, 0))
                .join();
        open.catalog
                .audit()
                .add(new AuditEntry(0, open.clock.instant(), "ann", "A", "b", "OK", "::1", "d"))
                .join();
        for (String path : List.of("a.nc", "b.nc", "c.nc", "d.nc", "e.nc")) hold(open, path);
        return job;
    }

    private static void hold(OpenCatalog open, String path) {
        Instant now = open.clock.instant();
        Holding holding = new Holding(
                new ExportName("in"),
                StorePath.ofUtf8(path),
                "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn.v20200101",
                1,
                now,
                HoldingState.READ,
                now,
                List.of(new HoldingDigest(Samples.sha256(path), DigestOrigin.READ, now)),
                0,
                null,
                null);
        open.catalog.holdings().put(List.of(holding)).join();
    }

    @Test
    void backupOfACatalogInUseHoldsAllThatWasAcknowledgedBefore() throws IOException {
        AtomicBoolean isEnough = new AtomicBoolean();
        AtomicReference<JobId> last = new AtomicReference<>();
        JobId before;
        try (OpenCatalog open = OpenCatalog.at(location)) {
            fill(open);
            Thread writer = new Thread(() -> {
                while (!isEnough.get())
                    last.set(open.catalog
                            .submissions()
                            .submit(request("ann", 3), List.of(item("a")), null)
                            .join()
                            .job());
            });
            writer.start();
            org.awaitility.Awaitility.await().until(() -> last.get() != null);
            before = last.get();
            open.catalog.onlineBackup().copy(zip, () -> false);
            isEnough.set(true);
            org.awaitility.Awaitility.await().until(() -> !writer.isAlive());
        }
        CatalogLocation other = TestDatabase.H2.empty();
        CatalogBackup.restore(other, zip);
        assertThat(CatalogCheck.check(other).problems()).isEmpty();
        try (OpenCatalog restored = OpenCatalog.at(other)) {
            assertThat(restored.catalog.jobs().find(before)).isPresent();
            assertThat(restored.catalog.jobs().items(before, 0, 10)).hasSize(1);
        }
    }

    @Test
    void restoreKeepsWhatWasThereBesideIt() throws IOException {
        OpenCatalog.at(location).close();
        CatalogBackup.backup(location, zip);
        OpenCatalog later = OpenCatalog.at(location);
        fill(later);
        later.close();
        CatalogBackup.restore(location, zip);
        try (OpenCatalog restored = OpenCatalog.at(location)) {
            assertThat(restored.catalog
                            .jobs()
                            .page(JobQuery.newest(Set.of(), null, null, 10))
                            .rows())
                    .isEmpty();
        }
        Path file = CatalogUrl.file(location).orElseThrow();
        Files.move(
                file.resolveSibling("catalog.mv.db.before-1"), file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (OpenCatalog again = OpenCatalog.at(location)) {
            assertThat(again.catalog
                            .jobs()
                            .page(JobQuery.newest(Set.of(), null, null, 10))
                            .rows())
                    .hasSize(1);
        }
    }

    @Test
    void badBackupLeavesTheCatalogAsItWas() throws IOException {
        OpenCatalog open = OpenCatalog.at(location);
        fill(open);
        open.close();
        Files.writeString(zip, "no zip at all");
        assertRefused(ErrorCode.INVALID_REQUEST, () -> CatalogBackup.restore(location, zip));
        Path garbage = directory.resolve("garbage.zip");
        try (java.util.zip.ZipOutputStream out = new java.util.zip.ZipOutputStream(Files.newOutputStream(garbage))) {
            out.putNextEntry(new java.util.zip.ZipEntry("catalog.mv.db"));
            out.write(new byte[50_000]);
        }
        assertRefused(ErrorCode.CATALOG_DAMAGED, () -> CatalogBackup.restore(location, garbage));
        assertThat(CatalogCheck.check(location).rows()).isEqualTo(7_000);
    }

    @Test
    void backupNeverOverwritesAndPostgreSqlHasItsOwn() throws IOException {
        OpenCatalog.at(location).close();
        Files.writeString(zip, "mine");
        assertRefused(ErrorCode.INVALID_REQUEST, () -> CatalogBackup.backup(location, zip));
        assertThat(zip).hasContent("mine");
        try (OpenCatalog postgreSql = OpenCatalog.at(TestDatabase.POSTGRESQL.prepared())) {
            assertRefused(ErrorCode.UNSUPPORTED, () -> postgreSql.catalog.onlineBackup());
        }
        assertRefused(ErrorCode.NOT_FOUND, () -> CatalogBackup.backup(TestDatabase.H2.empty(), zip));
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void checkFindsWhatDoesNotAgree(TestDatabase database) {
        OpenCatalog open = OpenCatalog.at(database.prepared());
        fill(open);
        open.close();
        assertThat(CatalogCheck.check(open.location)).isEqualTo(new CatalogCheck.Findings(7_000, List.of()));
        open.catalog = Catalog.open(open.location, open.settings(OpenCatalog.NODE));
        open.database().transact(sql -> {
            sql.update(
                    "UPDATE file_entry SET state = ? WHERE file_id = (SELECT MAX(file_id) FROM file_entry)",
                    FileState.FAILED.code());
            sql.update(
                    "UPDATE file_chunk SET state = ? WHERE chunk_id = (SELECT MAX(chunk_id) FROM file_chunk) - 1",
                    ChunkState.DONE.code());
            sql.update("UPDATE holding SET state = 9 WHERE holding_no = 1");
            sql.update("UPDATE holding SET checked_ms = 7 WHERE holding_no = 2");
            return sql.update("UPDATE audit SET actor = 'bob'");
        });
        open.close();
        assertThat(CatalogCheck.check(open.location).problems())
                .anyMatch(problem -> problem.contains("FAILED are"))
                .anyMatch(problem -> problem.contains("say why"))
                .anyMatch(problem -> problem.contains("chunks are done"))
                .anyMatch(problem -> problem.contains("holdings: 2 are in no turn"))
                .anyMatch(problem -> problem.contains("audit log"))
                .hasSize(5);
    }

    private static long move(CatalogLocation from, CatalogLocation to, Consumer<MoveStatus> progress) {
        return CatalogMove.move(from, to, new CatalogMove.Steps(3, 2_000, 500), progress, System::nanoTime);
    }

    /** Text and bytes that COPY has to escape. */
    private static void addOddText(OpenCatalog open) {
        open.catalog
                .audit()
                .add(new AuditEntry(
                        0, open.clock.instant(), "a\\b\tc\nd\re", "\\N", "\u00e9\ud83d\ude00", "OK", "::1", "\\."))
                .join();
    }

    @Test
    void moveBringsEverythingAndNumbersGoOn() {
        OpenCatalog source = OpenCatalog.at(location);
        JobId job = fill(source);
        addOddText(source);
        source.close();
        CatalogLocation to = TestDatabase.POSTGRESQL.empty();
        List<MoveStatus> told = new ArrayList<>();
        long rows = move(location, to, told::add);
        assertThat(told)
                .last()
                .isEqualTo(told.stream()
                        .filter(MoveStatus::isVerifying)
                        .reduce((a, b) -> b)
                        .orElseThrow());
        assertThat(told.get(told.size() - 1).rows())
                .isEqualTo(rows)
                .isEqualTo(told.get(0).rowsTotal());
        assertThat(CatalogCheck.check(to)).isEqualTo(new CatalogCheck.Findings(7_000, List.of()));
        source.catalog = Catalog.open(location, source.settings(OpenCatalog.NODE));
        try (source;
                OpenCatalog target = OpenCatalog.at(to)) {
            HoldingSideTablesCheck.of(target);
            assertThat(target.catalog.jobs().find(job))
                    .isEqualTo(source.catalog.jobs().find(job));
            assertThat(target.catalog.jobs().counts(job))
                    .isEqualTo(source.catalog.jobs().counts(job));
            FileQuery all = new FileQuery(job, null, null, null, 1000);
            assertSameFiles(
                    target.catalog.files().page(all), source.catalog.files().page(all));
            assertThat(target.catalog.events().after(null, 0, 1000))
                    .isEqualTo(source.catalog.events().after(null, 0, 1000));
            assertThat(target.catalog.audit().after(0, 1000))
                    .isEqualTo(source.catalog.audit().after(0, 1000));
            assertThat(activeJob(target.catalog, 1, 3).number()).isEqualTo(job.number() + 1);
        }
        assertRefused(ErrorCode.ILLEGAL_STATE, () -> move(location, to, told::add));
    }

    /** Row by row: a comparison compares each object with all that it has seen before. */
    private static void assertSameFiles(RowPage<FileRow> found, RowPage<FileRow> expected) {
        assertThat(found.nextCursor()).isEqualTo(expected.nextCursor());
        assertThat(found.rows()).hasSameSizeAs(expected.rows());
        for (int row = 0; row < expected.rows().size(); row++) {
            assertThat(found.rows().get(row))
                    .usingRecursiveComparison()
                    .isEqualTo(expected.rows().get(row));
        }
    }

    @Test
    void moveThatWasCutOffGoesOnAndIsNotTakenForACatalogBefore() {
        OpenCatalog source = OpenCatalog.at(location);
        fill(source);
        source.close();
        CatalogLocation to = TestDatabase.POSTGRESQL.empty();
        for (int part = 1; part <= 3; part++) {
            long cut = 2_000L * part;
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> move(location, to, status -> {
                        if (status.rows() >= cut) throw new IllegalStateException("cut off");
                    })))
                    .hasMessage("cut off");
            assertRefused(ErrorCode.CATALOG_DAMAGED, () -> OpenCatalog.at(to).close());
        }
        List<MoveStatus> told = new ArrayList<>();
        move(location, to, told::add);
        assertThat(told.get(0).rows()).isGreaterThan(6_000);
        assertThat(CatalogCheck.check(to)).isEqualTo(new CatalogCheck.Findings(7_000, List.of()));
    }

    @Test
    void moveWhoseTargetLosesOrChangesARowIsNoCatalog() {
        OpenCatalog source = OpenCatalog.at(location);
        fill(source);
        source.close();
        for (String damage : List.of(
                "UPDATE file_entry SET size = size + 1 WHERE file_id = (SELECT MIN(file_id) FROM file_entry)",
                "DELETE FROM file_entry WHERE file_id = (SELECT MIN(file_id) FROM file_entry)")) {
            CatalogLocation to = TestDatabase.POSTGRESQL.empty();
            AtomicBoolean isDone = new AtomicBoolean();
            assertRefused(
                    ErrorCode.CATALOG_DAMAGED,
                    () -> move(location, to, status -> {
                        if (status.rows() == status.rowsTotal() && isDone.compareAndSet(false, true)) spoil(to, damage);
                    }));
            assertRefused(ErrorCode.CATALOG_DAMAGED, () -> OpenCatalog.at(to).close());
        }
    }

    private static void spoil(CatalogLocation location, String change) {
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(change)).isEqualTo(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void numbersOfRowsThatAreGoneAreNotGivenAgainAfterAMove() {
        OpenCatalog source = OpenCatalog.at(location);
        fill(source);
        long gone = activeJob(source.catalog, 1, 3).number();
        source.database().transact(sql -> sql.update("DELETE FROM job WHERE job_no = ?", gone));
        source.close();
        CatalogLocation to = TestDatabase.POSTGRESQL.empty();
        move(location, to, status -> {});
        try (OpenCatalog target = OpenCatalog.at(to)) {
            assertThat(activeJob(target.catalog, 1, 3).number()).isEqualTo(gone + 1);
        }
    }
}
