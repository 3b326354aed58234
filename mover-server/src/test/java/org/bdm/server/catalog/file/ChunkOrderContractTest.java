package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.directory;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ChunkOrderContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Instant OLD = Instant.parse("2001-02-03T04:05:06Z");

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private int files;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static FileStatus status(long size, Instant modified) {
        return new FileStatus(FileKind.FILE, new FileVersion(size, modified, modified, 1), 0644, null);
    }

    private FoundFile file(long size, Instant modified) {
        FileName name = FileName.ofUtf8(String.format("f%05d", files++));
        return new FoundFile(0, 0, name, status(size, modified), FileState.PENDING, null, List.of());
    }

    private FoundFile file(long size) {
        return file(size, OLD);
    }

    private JobId active(List<SubmittedItem> items) {
        JobId job = open.catalog
                .submissions()
                .submit(request("ann", 3), items, null)
                .join()
                .job();
        open.catalog.jobs().change(job, JobState.PLANNING, null).join();
        open.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        return job;
    }

    /** A batch has a chunk of its own. */
    private void list(JobId job, ChunkOrder order, int nextItem, FoundFile... found) {
        ListingPosition at = open.catalog.listings().position(job);
        boolean isInTree = found[0].directory() == 0 && at.nextDirectory() == 0;
        List<ListedDirectory> root = isInTree ? List.of(directory(0, "", ListProgress.FINISHED)) : List.of();
        open.catalog
                .listings()
                .append(new ListedBatch(job, at, nextItem, root, Map.of(), List.of(found), order))
                .join();
    }

    /** A job with a chunk for each pair of sizes. */
    private JobId listed(ChunkOrder order, int... sizes) {
        JobId job = active(List.of(item("x")));
        for (int size : sizes) list(job, order, 1, file(size), file(size));
        return job;
    }

    private Optional<ChunkLease> first(JobId job) {
        return open.catalog.chunks().leaseOf(job, LEASE);
    }

    private Optional<ChunkLease> last(JobId job) {
        return open.catalog.chunks().leaseLastOf(job, LEASE, chunk -> false);
    }

    private List<Integer> handedOut(JobId job) {
        return Stream.generate(() -> first(job))
                .takeWhile(Optional::isPresent)
                .map(lease -> lease.orElseThrow().chunk())
                .toList();
    }

    @Test
    void listedTakesThemAsTheyWereListedWhateverTheirSizesAre() {
        assertThat(handedOut(listed(ChunkOrder.LISTED, 5, 1, 9, 1, 7))).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void smallestAndLargestGoByTheMeanSizeAndEqualOnesAsListed() {
        assertThat(handedOut(listed(ChunkOrder.SMALLEST, 5, 1, 9, 1, 7))).containsExactly(1, 3, 0, 4, 2);
        assertThat(handedOut(listed(ChunkOrder.LARGEST, 5, 1, 9, 1, 7))).containsExactly(2, 4, 0, 1, 3);
        JobId job = active(List.of(item("x")));
        list(job, ChunkOrder.LARGEST, 1, file(6), file(6), file(6));
        list(job, ChunkOrder.LARGEST, 1, file(8)); // fewer bytes, but larger files
        assertThat(handedOut(job)).containsExactly(1, 0);
    }

    @Test
    void bothEndsAreClaimedUntilTheyMeet() {
        JobId job = listed(ChunkOrder.MIXED, 5, 1, 9, 3, 7);
        List<Integer> chunks = new ArrayList<>();
        for (int i = 0; i < 5; i++)
            chunks.add((i % 2 == 0 ? last(job) : first(job)).orElseThrow().chunk());
        assertThat(chunks).containsExactly(2, 1, 4, 3, 0);
        assertThat(last(job)).isEmpty();
        assertThat(first(job)).isEmpty();
    }

    @Test
    void oldestGoesByTheOldestFileOfATree() {
        JobId job = active(List.of(item("x")));
        list(job, ChunkOrder.OLDEST, 1, file(1, OLD.plusSeconds(50)), file(1, OLD.plusSeconds(20)));
        list(job, ChunkOrder.OLDEST, 1, file(1, OLD.plusSeconds(90)), file(1, OLD.plusSeconds(10)));
        list(job, ChunkOrder.OLDEST, 1, file(1, Instant.EPOCH)); // its time is not known
        list(job, ChunkOrder.OLDEST, 1, file(1, OLD.plusSeconds(30)));
        assertThat(handedOut(job)).containsExactly(1, 0, 3, 2);
    }

    @Test
    void oldestGoesByTheVersionsOfDatasetsWhereFilesAreItems() {
        List<String> paths = List.of("tas/v20190903/a.nc", "pr/v20181201/b.nc", "v20200101/uas/v20170706/c.nc", "d.nc");
        JobId job = active(paths.stream()
                .map(path -> new SubmittedItem("bdm://a/data/" + path, "bdm://b/data/" + path, false, 1, List.of()))
                .toList());
        Instant modified = Instant.parse("2019-01-01T00:00:00Z"); // counts where there is no version
        for (int i = 0; i < paths.size(); i++) {
            list(
                    job,
                    ChunkOrder.OLDEST,
                    i + 1,
                    new FoundFile(
                            i, FoundFile.NO_DIRECTORY, null, status(1, modified), FileState.PENDING, null, List.of()));
        }
        assertThat(handedOut(job)).containsExactly(2, 1, 3, 0);
    }

    @Test
    void whatIsListedLaterHasItsPlaceAmongWhatIsLeft() {
        JobId job = listed(ChunkOrder.SMALLEST, 5, 9);
        assertThat(first(job).orElseThrow().chunk()).isZero();
        list(job, ChunkOrder.SMALLEST, 1, file(2));
        assertThat(handedOut(job)).containsExactly(2, 1);
    }

    @Test
    void chunkThatWasGivenBackFollowsTheUntouchedOnes() {
        JobId job = listed(ChunkOrder.LARGEST, 9, 5, 1);
        ChunkLease largest = first(job).orElseThrow();
        assertThat(largest.chunk()).isZero();
        open.catalog.chunks().release(largest, Duration.ofSeconds(5)).join();
        open.clock.turn(Duration.ofSeconds(5));
        assertThat(handedOut(job)).containsExactly(1, 2, 0);

        JobId mixed = listed(ChunkOrder.MIXED, 9, 1);
        ChunkLease leased = last(mixed).orElseThrow();
        open.catalog.chunks().release(leased, Duration.ZERO).join();
        assertThat(last(mixed).orElseThrow().chunk()).isEqualTo(1);
        assertThat(last(mixed).orElseThrow().chunk()).isZero();
    }

    @Test
    void processesThatClaimFromBothEndsNeverGetOneChunkTwice() throws InterruptedException {
        JobId job = listed(ChunkOrder.MIXED, IntStream.range(0, 40).toArray());
        ConcurrentLinkedQueue<Integer> leased = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean isFromEnd = i % 2 == 0;
            threads.add(new Thread(() -> {
                for (var lease = isFromEnd ? last(job) : first(job);
                        lease.isPresent();
                        lease = isFromEnd ? last(job) : first(job)) {
                    leased.add(lease.get().chunk());
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        leased.addAll(handedOut(job)); // who found all candidates locked gave up
        assertThat(leased).doesNotHaveDuplicates().hasSize(40);
    }
}
