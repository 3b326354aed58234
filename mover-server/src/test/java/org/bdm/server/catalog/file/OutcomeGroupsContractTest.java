package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups of outcomes, which one database takes file by file and the other at once. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class OutcomeGroupsContractTest {
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

    private static OutcomeRecord done(FileRow file, int number) {
        return OutcomeRecord.done(
                file, evidence("content " + number), new FileEffort(number, 2, number, number, number / 2));
    }

    private static OutcomeRecord failed(FileRow file, int number) {
        FileTrouble trouble = new FileTrouble(ErrorCode.WRITE_ERROR, "no " + number, null);
        return OutcomeRecord.failed(file, trouble, FileEffort.NONE);
    }

    @Test
    void everyFileOfAGroupHasItsOwnOutcomeWhateverTheirOrder() {
        JobId job = activeJob(open.catalog, 700, 3);
        ChunkLease lease =
                open.catalog.chunks().leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
        List<FileRow> files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000);
        List<OutcomeRecord> group = new ArrayList<>();
        for (int i = 0; i < 600; i++) group.add(i % 3 == 0 ? failed(files.get(i), i) : done(files.get(i), i));
        Collections.reverse(group);
        assertThat(open.catalog.chunks().record(lease, group).join().recorded()).isEqualTo(600);

        List<FileRow> after = open.catalog
                .files()
                .page(new FileQuery(job, null, null, null, 1000))
                .rows();
        for (int i = 0; i < 700; i++) {
            FileRow row = after.get(i);
            FileState expected = i >= 600 ? FileState.PENDING : i % 3 == 0 ? FileState.FAILED : FileState.DONE;
            assertThat(row.state()).as("file %d", i).isEqualTo(expected);
            assertThat(row.evidence()).isEqualTo(expected == FileState.DONE ? evidence("content " + i) : null);
            if (expected != FileState.DONE) continue;
            assertThat(row.effort()).isEqualTo(new FileEffort(i, 2, i, i, i / 2));
        }
        assertThat(open.catalog.jobs().counts(job).in(FileState.FAILED).files()).isEqualTo(200);
        assertThat(open.catalog.jobs().counts(job).in(FileState.DONE).files()).isEqualTo(400);
    }

    @Test
    void firstOfTwoOutcomesOfOneFileStandsAndIsCountedOnce() {
        JobId job = activeJob(open.catalog, 3, 3);
        ChunkLease lease =
                open.catalog.chunks().leaseOf(job, Duration.ofMinutes(1)).orElseThrow();
        List<FileRow> files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000);
        RecordedOutcomes recorded = open.catalog
                .chunks()
                .record(lease, List.of(done(files.get(0), 1), failed(files.get(0), 2), done(files.get(1), 3)))
                .join();
        assertThat(recorded.alreadyFinal()).containsExactly(files.get(0).id());
        assertThat(open.catalog.files().find(files.get(0).id()).orElseThrow().state())
                .isEqualTo(FileState.DONE);
        assertThat(open.catalog.jobs().counts(job).in(FileState.DONE).files()).isEqualTo(2);
        assertThat(open.catalog.jobs().counts(job).in(FileState.FAILED).files()).isZero();
        assertThat(open.catalog.chunks().finish(lease).join().openFiles()).isEqualTo(1);
    }
}
