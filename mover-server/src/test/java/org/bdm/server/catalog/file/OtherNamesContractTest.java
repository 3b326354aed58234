package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.evidence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Names of one file at the source, found by each of them. */
@Tag("T4")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class OtherNamesContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

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

    private static FoundFile file(String name, long device, long inode, int links, FileState state) {
        FileVersion version = new FileVersion(5, Samples.MODIFIED, Samples.MODIFIED, inode);
        EntryIdentity identity = links < 2 ? null : new EntryIdentity(device, links);
        FileStatus status = new FileStatus(FileKind.FILE, version, 0644, null, identity);
        return new FoundFile(0, 0, FileName.ofUtf8(name), status, state, null, List.of());
    }

    private static FoundFile open(String name, long device, long inode) {
        return file(name, device, inode, 2, FileState.PENDING);
    }

    private JobId listed(FoundFile... files) {
        JobId job = open.catalog
                .submissions()
                .submit(Samples.request("ann", 3), List.of(Samples.item("x")), null)
                .join()
                .job();
        ListingPosition at = open.catalog.listings().position(job);
        List<ListedDirectory> root = List.of(Samples.directory(0, "", ListProgress.FINISHED));
        open.catalog
                .listings()
                .append(new ListedBatch(job, at, 1, root, Map.of(), List.of(files)))
                .join();
        open.catalog.listings().complete(job).join();
        open.catalog.jobs().change(job, JobState.PLANNING, null).join();
        open.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        return job;
    }

    private Map<FileId, Files.OtherNames> names(JobId job) {
        List<FileId> ids = new ArrayList<>();
        for (int i = 0; i < 8; i++) ids.add(FileNumber.of(job, i));
        return open.catalog.files().otherNames(job, ids);
    }

    private static List<Integer> there(Files.OtherNames names) {
        return names.there().stream().map(row -> FileNumber.ordinal(row.id())).toList();
    }

    private void ended(JobId job, int ordinal, FileState state) {
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        FileRow row = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000).stream()
                .filter(file -> FileNumber.ordinal(file.id()) == ordinal)
                .findFirst()
                .orElseThrow();
        FileTrouble trouble = new FileTrouble(ErrorCode.WRITE_ERROR, "no", null);
        OutcomeRecord outcome = state == FileState.DONE
                ? OutcomeRecord.done(row, evidence("x"), FileEffort.NONE)
                : OutcomeRecord.failed(row, trouble, FileEffort.NONE);
        open.catalog.chunks().record(lease, List.of(outcome)).join();
        open.catalog.chunks().finish(lease).join();
    }

    @Test
    void theFirstNameThatIsOpenIsToldOfEachUntilOneIsThere() {
        JobId job = listed(
                open("a", 1, 10),
                open("b", 1, 11),
                open("c", 1, 10),
                open("d", 1, 10),
                open("e", 2, 10),
                open("f", 1, 11));
        assertThat(names(job).get(FileNumber.of(job, 3)))
                .isEqualTo(new Files.OtherNames(FileNumber.of(job, 0), List.of()));
        assertThat(names(job).get(FileNumber.of(job, 5)).firstOpen()).isEqualTo(FileNumber.of(job, 1));
        assertThat(names(job).get(FileNumber.of(job, 4)).firstOpen())
                .as("on another device")
                .isEqualTo(FileNumber.of(job, 4));

        ended(job, 0, FileState.FAILED);
        open.reopen();
        assertThat(names(job).get(FileNumber.of(job, 3)))
                .isEqualTo(new Files.OtherNames(FileNumber.of(job, 2), List.of()));
        ended(job, 2, FileState.DONE);
        Files.OtherNames names = names(job).get(FileNumber.of(job, 3));
        assertThat(there(names)).containsExactly(2);
        assertThat(names.there().get(0).evidence()).isEqualTo(evidence("x"));
        assertThat(names.firstOpen()).isEqualTo(FileNumber.of(job, 3));
        assertThat(there(names(job).get(FileNumber.of(job, 5)))).isEmpty();
    }

    @Test
    void namesThatWereThereAlreadyComeAfterThoseThatThisJobPlaced() {
        JobId job = listed(
                file("a", 1, 10, 4, FileState.SKIPPED_SAME), open("b", 1, 10), open("c", 1, 10), open("d", 1, 10));
        assertThat(there(names(job).get(FileNumber.of(job, 3)))).containsExactly(0);
        ended(job, 2, FileState.DONE);
        ended(job, 1, FileState.DONE);
        assertThat(there(names(job).get(FileNumber.of(job, 3)))).containsExactly(1, 2, 0);
    }

    @Test
    void filesWithOneNameAndNamesOfOtherJobsAreNotTold() {
        JobId other = listed(open("a", 1, 10), open("b", 1, 10));
        JobId job = listed(
                file("a", 0, 10, 1, FileState.PENDING),
                open("b", 1, 0), // a file system whose numbers say nothing
                open("c", 1, 10));
        assertThat(names(job).keySet()).containsExactly(FileNumber.of(job, 2));
        assertThat(names(job).get(FileNumber.of(job, 2)).firstOpen()).isEqualTo(FileNumber.of(job, 2));
        assertThat(names(other)).hasSize(2);
    }
}
