package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.Origin;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.UnvouchedFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** From where the bytes of a file are said to have come: what the site held already, sites, data nodes. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class OutcomeOriginsContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final FileEffort EFFORT = new FileEffort(1, 1, 20, 100, 10);

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

    private List<FileRow> openFiles(ChunkLease lease) {
        return open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000);
    }

    @Test
    void whatOfAFileWasHereBeforeIsKeptWithItsOutcomeAndCountedOnce() {
        JobId job = activeJob(open.catalog, 3, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        ReusedFile copied = new ReusedFile(new Reuse(Reuse.Way.COPIED, 7), "bdm://b/data/v1/a.nc");
        ReusedFile linked = new ReusedFile(new Reuse(Reuse.Way.LINKED, 10), "bdm://b/data/v1/b.nc");
        OutcomeRecord first = OutcomeRecord.done(files.get(0), evidence("x"), EFFORT, copied, List.of());
        open.catalog.chunks().record(lease, List.of(first)).join();
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(first, OutcomeRecord.done(files.get(1), evidence("x"), EFFORT, linked, List.of())))
                .join();
        open.reopen();

        assertThat(open.catalog.files().reused(files.stream().map(FileRow::id).toList()))
                .containsOnly(
                        Map.entry(files.get(0).id(), copied),
                        Map.entry(files.get(1).id(), linked));
        assertThat(open.catalog.jobs().counts(job).reused()).isEqualTo(new Amount(2, 17));
    }

    @Test
    void fromWhereAFileCameIsKeptWithItsOutcomeAndSummedForItsJobOnce() {
        JobId job = activeJob(open.catalog, 3, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        Origin site = new Origin("bdm://a/data", 4);
        Origin node = new Origin("node.example:8080", 6);
        OutcomeRecord first = OutcomeRecord.done(files.get(0), evidence("x"), EFFORT, null, List.of(site, node));
        open.catalog.chunks().record(lease, List.of(first)).join();
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(first, OutcomeRecord.done(files.get(1), evidence("x"), EFFORT, null, List.of(site))))
                .join();
        open.reopen();

        assertThat(open.catalog.files().origins(files.stream().map(FileRow::id).toList()))
                .containsOnly(
                        Map.entry(files.get(0).id(), List.of(site, node)),
                        Map.entry(files.get(1).id(), List.of(site)));
        assertThat(open.catalog.files().originsOf(job))
                .containsOnly(
                        Map.entry("bdm://a/data", new Amount(2, 8)), Map.entry("node.example:8080", new Amount(1, 6)));
    }

    @Test
    @Tag("D3")
    void whatFilesWithoutAPublishedDigestRestOnIsSummedAsTheyEnd() throws IOException {
        JobId job = activeJob(open.catalog, 3, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        Origin once = new Origin("node.example", 10, new Origin.Asked(1, 20));
        Origin part = new Origin("other.example", 4, new Origin.Asked(2, 9_000));
        assertThat(open.catalog.files().unvouched(job).files()).isZero();
        OutcomeRecord first = OutcomeRecord.done(files.get(0), evidence("x"), EFFORT, null, List.of(once));
        open.catalog.chunks().record(lease, List.of(first)).join();
        OutcomeRecord mixed = OutcomeRecord.done(files.get(1), evidence("x"), EFFORT, null, List.of(once, part));
        open.catalog.chunks().record(lease, List.of(first, mixed)).join();
        open.reopen();

        UnvouchedFiles sum = new UnvouchedFiles(2, 1, new Origin.Asked(3, 9_000));
        assertThat(open.catalog.files().unvouched(job)).isEqualTo(sum);
        assertThat(sum.text()).contains("2 files rest", "1 came in one request, 1 in up to 3 requests over 9 seconds");
        String migration;
        try (InputStream file = getClass().getResourceAsStream("/db/migration/common/V96__who_says_what.sql")) {
            migration = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        int from = migration.indexOf("INSERT INTO job_unvouched");
        String insert = migration.substring(from, migration.indexOf(';', from));
        open.database().transact(sql -> {
            sql.update("DELETE FROM job_unvouched");
            return sql.update(insert);
        });
        assertThat(open.catalog.files().unvouched(job))
                .as("of jobs of earlier versions")
                .isEqualTo(sum);
    }
}
