package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.directory;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.listed;
import static org.bdm.server.catalog.Samples.pending;
import static org.bdm.server.catalog.Samples.request;
import static org.bdm.server.catalog.Samples.sha256;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.NumberedItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ListingContractTest {
    private static final ListingPosition START = new ListingPosition(0, 0, 0);
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

    private JobId submitted(int priority) {
        return open.catalog
                .submissions()
                .submit(request("ann", priority), List.of(item("x")), null)
                .join()
                .job();
    }

    private ListingPosition append(
            JobId job,
            ListingPosition from,
            List<ListedDirectory> directories,
            Map<Integer, ListProgress> advances,
            List<FoundFile> files) {
        return open.catalog
                .listings()
                .append(new ListedBatch(job, from, 1, directories, advances, files))
                .join();
    }

    private List<FileRow> files(JobId job) {
        return open.catalog
                .files()
                .page(new FileQuery(job, null, null, null, 1000))
                .rows();
    }

    @Test
    void restartGoesOnBehindTheLastBatchWithoutDuplicates() {
        JobId job = submitted(3);
        append(
                job,
                START,
                List.of(
                        directory(0, "", ListProgress.FINISHED),
                        directory(1, "sub", ListProgress.upTo(FileName.ofUtf8("b")))),
                Map.of(),
                List.of(pending(0, "top", 1), pending(1, "a", 2), pending(1, "b", 3)));
        open.reopen();
        ListingPosition here = open.catalog.listings().position(job);
        assertThat(here).isEqualTo(new ListingPosition(1, 2, 3));
        assertThat(open.catalog.listings().openDirectories(job, 10))
                .containsExactly(new OpenDirectory(1, 0, StorePath.ofUtf8("sub"), FileName.ofUtf8("b")));
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> open.catalog.listings().complete(job).join());
        append(job, here, List.of(), Map.of(1, ListProgress.FINISHED), List.of(pending(1, "c", 4)));
        assertThat(open.catalog.listings().complete(job).join().listingComplete())
                .isTrue();
        assertThat(files(job)).extracting(row -> row.path().shown()).containsExactly("top", "sub/a", "sub/b", "sub/c");
        assertThat(open.catalog.jobs().counts(job).total()).isEqualTo(new Amount(4, 10));
        assertThat(open.catalog.listings().openDirectories(job, 10)).isEmpty();
        assertThat(open.catalog.listings().directories(job, null, 10))
                .extracting(ListedDirectory::number)
                .containsExactly(0, 1);
        assertThat(open.catalog.listings().directories(job, 0, 10))
                .containsExactly(directory(1, "sub", ListProgress.FINISHED));
    }

    @Test
    void batchThatDoesNotBeginWhereTheCatalogIsIsRefusedWhole() {
        JobId job = submitted(3);
        List<ListedDirectory> root = List.of(directory(0, "", ListProgress.NOT_STARTED));
        append(job, START, root, Map.of(), List.of(pending(0, "a", 1)));
        assertRefused(ErrorCode.ILLEGAL_STATE, () -> append(job, START, root, Map.of(), List.of(pending(0, "a", 1))));
        assertThat(files(job)).hasSize(1);
        assertThat(open.catalog.jobs().counts(job).total().files()).isEqualTo(1);
    }

    @Test
    void nothingIsListedIntoAJobThatEnded() {
        JobId job = submitted(3);
        open.catalog.jobs().end(job, JobState.CANCELLED, null, "{}").join();
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> append(job, START, List.of(directory(0, "", ListProgress.FINISHED)), Map.of(), List.of()));
    }

    @Test
    void rowsKeepEveryByteOfWhatWasListed() {
        JobId job = submitted(3);
        FileStatus link = new FileStatus(
                FileKind.SYMBOLIC_LINK,
                new FileVersion(3, Instant.ofEpochSecond(-7, 999_999_999), Instant.ofEpochSecond(1, 1), Long.MAX_VALUE),
                07777,
                new byte[] {'.', '.', '/', (byte) 0xff});
        FileName odd = FileName.of(new byte[] {(byte) 0xff, (byte) 0xfe, '\n', '%', 'x'});
        FoundFile file = new FoundFile(0, 0, odd, link, FileState.PENDING, null, List.of(sha256("x")));
        FoundFile alone =
                new FoundFile(0, FoundFile.NO_DIRECTORY, null, Samples.status(9), FileState.PENDING, null, List.of());
        append(job, START, List.of(directory(0, "d", ListProgress.FINISHED)), Map.of(), List.of(file, alone));
        FileRow row = files(job).get(0);
        assertThat(row.path()).isEqualTo(StorePath.ofUtf8("d").child(odd));
        assertThat(row.status()).usingRecursiveComparison().isEqualTo(link);
        assertThat(row.expected()).containsExactly(sha256("x"));
        assertThat(row.item()).isEqualTo(new NumberedItem(0, item("x")));
        assertThat(row.state()).isEqualTo(FileState.PENDING);
        assertThat(files(job).get(1).path()).isEqualTo(StorePath.ROOT);
        assertThat(open.catalog.files().find(row.id()).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(row);
    }

    @Test
    void filesThatNeedNoMoveAreCountedAndNotHandedOut() {
        JobId job = submitted(3);
        append(
                job,
                START,
                List.of(directory(0, "", ListProgress.FINISHED)),
                Map.of(),
                List.of(
                        listed(0, "a", 5, FileState.SKIPPED_SAME),
                        listed(0, "b", 6, FileState.FAILED),
                        listed(0, "c", 7, FileState.PENDING)));
        JobCounts counts = open.catalog.jobs().counts(job);
        assertThat(counts.in(FileState.SKIPPED_SAME)).isEqualTo(new Amount(1, 5));
        assertThat(counts.in(FileState.FAILED)).isEqualTo(new Amount(1, 6));
        assertThat(counts.in(FileState.PENDING)).isEqualTo(new Amount(1, 7));
        assertThat(open.catalog.jobs().errors(job)).containsExactly(new JobError(ErrorCode.DESTINATION_EXISTS, 1));
        open.catalog.jobs().change(job, JobState.PLANNING, null).join();
        open.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        assertThat(open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10))
                .extracting(FileRow::name)
                .containsExactly(FileName.ofUtf8("c"));
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
    }

    @Test
    void chunksEndAtAThousandFilesOrAGibibyte() {
        JobId job = submitted(3);
        List<FoundFile> files = new ArrayList<>();
        for (int i = 0; i < 2500; i++) files.add(pending(0, "small" + i, 1));
        for (int i = 0; i < 3; i++) files.add(pending(0, "big" + i, 600L << 20));
        append(job, START, List.of(directory(0, "", ListProgress.FINISHED)), Map.of(), files);
        open.catalog.jobs().change(job, JobState.PLANNING, null).join();
        open.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        List<Integer> sizes = new ArrayList<>();
        for (Optional<ChunkLease> lease = open.catalog.chunks().leaseOf(job, LEASE);
                lease.isPresent();
                lease = open.catalog.chunks().leaseOf(job, LEASE)) {
            sizes.add(lease.get().files());
        }
        assertThat(sizes).containsExactly(1000, 1000, 502, 1);
    }

    @Test
    void listingIsClaimedOnceByPriorityAndTakenOverWhenItsLeaseRunsOut() {
        JobId low = submitted(1);
        JobId high = submitted(5);
        ListingLease first = open.catalog.listings().leaseNext(LEASE).orElseThrow();
        ListingLease second = open.catalog.listings().leaseNext(LEASE).orElseThrow();
        assertThat(List.of(first.job(), second.job())).containsExactly(high, low);
        assertThat(open.catalog.listings().leaseNext(LEASE)).isEmpty();
        open.clock.turn(Duration.ofSeconds(50));
        assertThat(open.catalog.listings().heartbeat(second, LEASE)).isPresent();
        open.clock.turn(Duration.ofSeconds(20));
        ListingLease again = open.catalog.listings().leaseNext(LEASE).orElseThrow();
        assertThat(again.job()).isEqualTo(high);
        assertThat(open.catalog.listings().heartbeat(first, LEASE)).isEmpty();
        open.catalog.listings().release(again);
        assertThat(open.catalog.listings().leaseNext(LEASE)).isPresent();
    }

    @Test
    void leasesOfTheFormerProcessAreFreeAtTheNextStart() {
        submitted(3);
        assertThat(open.catalog.listings().leaseNext(LEASE)).isPresent();
        open.reopen();
        assertThat(open.catalog.listings().leaseNext(LEASE)).isPresent();
    }
}
