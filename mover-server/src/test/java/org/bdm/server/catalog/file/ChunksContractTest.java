package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.assertRefused;
import static org.bdm.server.catalog.Samples.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.job.JobCounts;
import org.bdm.server.catalog.job.JobError;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ChunksContractTest {
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

    private FileRow row(FileRow row) {
        return open.catalog.files().find(row.id()).orElseThrow();
    }

    private FileTrouble trouble(Duration in) {
        return new FileTrouble(
                ErrorCode.CONNECTION_LOST,
                "the connection to dkrz broke",
                in == null ? null : open.clock.instant().plus(in));
    }

    private OutcomeRecord outcome(FileRow file, FileState state) {
        return switch (state) {
            case DONE -> OutcomeRecord.done(file, evidence("x"), EFFORT);
            case SKIPPED_SAME -> OutcomeRecord.skippedSame(file, EFFORT);
            case FAILED -> OutcomeRecord.failed(file, trouble(null), EFFORT);
            case WAITING -> OutcomeRecord.waiting(file, trouble(Duration.ofSeconds(30)), EFFORT);
            case PENDING, ACTIVE, VERIFYING, CANCELLED -> throw new IllegalArgumentException(state.name());
        };
    }

    @Test
    void doneFileIsKeptWithItsEvidence() {
        activeJob(open.catalog, 3, 3);
        ChunkLease lease = open.catalog.chunks().leaseNext(LEASE).orElseThrow();
        FileRow file = openFiles(lease).get(1);
        assertThat(open.catalog
                        .chunks()
                        .record(lease, List.of(outcome(file, FileState.DONE)))
                        .join())
                .isEqualTo(new RecordedOutcomes(1, Set.of()));
        open.reopen();
        FileRow found = row(file);
        assertThat(found.state()).isEqualTo(FileState.DONE);
        assertThat(found.evidence()).isEqualTo(evidence("x"));
        assertThat(found.effort()).isEqualTo(EFFORT);
        assertThat(found.since()).isEqualTo(open.clock.instant());
        JobCounts counts = open.catalog.jobs().counts(lease.job());
        assertThat(counts.in(FileState.DONE)).isEqualTo(new Amount(1, 2));
        assertThat(counts.in(FileState.PENDING)).isEqualTo(new Amount(2, 4));
        assertThat(counts.bytesMoved()).isEqualTo(100);
        assertThat(counts.bytesResent()).isEqualTo(10);
        assertThat(counts.byEvidence())
                .containsEntry(EvidenceLevel.READBACK, 1L)
                .containsEntry(EvidenceLevel.STREAM, 0L);
    }

    @Test
    void finalStatesOfFilesNeverChange() {
        for (FileState last : EnumSet.of(FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED)) {
            JobId job = activeJob(open.catalog, 1, 3);
            ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
            FileRow file = openFiles(lease).get(0);
            open.catalog.chunks().record(lease, List.of(outcome(file, last))).join();
            FileRow before = row(file);
            JobCounts counts = open.catalog.jobs().counts(job);
            for (FileState next :
                    EnumSet.of(FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED, FileState.WAITING)) {
                assertThat(open.catalog
                                .chunks()
                                .record(lease, List.of(outcome(file, next)))
                                .join())
                        .isEqualTo(new RecordedOutcomes(0, Set.of(file.id())));
            }
            assertThat(row(file)).isEqualTo(before);
            assertThat(open.catalog.jobs().counts(job)).isEqualTo(counts);
        }
    }

    @Test
    void waitingFileSaysWhyAndIsHandedOutAgainWhenDue() {
        JobId job = activeJob(open.catalog, 2, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        open.catalog
                .chunks()
                .record(lease, List.of(outcome(files.get(0), FileState.WAITING), outcome(files.get(1), FileState.DONE)))
                .join();
        assertThat(row(files.get(0)).trouble()).isEqualTo(trouble(Duration.ofSeconds(30)));
        Instant due = open.clock.instant().plusSeconds(30);
        assertThat(open.catalog.chunks().finish(lease).join()).isEqualTo(new Chunks.ChunkEnd(1, due));
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
        assertThat(open.catalog.chunks().nextAvailable(job)).contains(Duration.between(open.clock.instant(), due));
        open.clock.turn(Duration.ofSeconds(30));
        ChunkLease again = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> left = openFiles(again);
        assertThat(left).extracting(FileRow::id).containsExactly(files.get(0).id());
        open.catalog
                .chunks()
                .record(
                        again,
                        List.of(OutcomeRecord.done(left.get(0), evidence("x"), new FileEffort(2, 2, 40, 150, 60))))
                .join();
        assertThat(open.catalog.chunks().finish(again).join()).isEqualTo(new Chunks.ChunkEnd(0, null));
        assertThat(row(files.get(0)).trouble()).isNull();
        JobCounts counts = open.catalog.jobs().counts(job);
        assertThat(counts.open()).isZero();
        assertThat(counts.in(FileState.WAITING)).isEqualTo(Amount.NONE);
        assertThat(counts.bytesMoved()).isEqualTo(250);
        assertThat(counts.bytesResent()).isEqualTo(70);
        assertThat(open.catalog.chunks().nextAvailable(job)).isEmpty();
        open.clock.turn(Duration.ofDays(1));
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
    }

    @Test
    void waitingFileThatIsNotDueIsNotHandedOut() {
        JobId job = activeJob(open.catalog, 2, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        open.catalog
                .chunks()
                .record(lease, List.of(outcome(files.get(0), FileState.WAITING)))
                .join();
        assertThat(openFiles(lease))
                .extracting(FileRow::id)
                .containsExactly(files.get(1).id());
        assertThat(open.catalog.chunks().openFiles(lease, files.get(1).id(), open.clock.instant(), 10))
                .isEmpty();
    }

    @Test
    void twoConnectionsNeverClaimOneChunkTwice() throws InterruptedException {
        JobId job = activeJob(open.catalog, 20_000, 3);
        ConcurrentLinkedQueue<Integer> leased = new ConcurrentLinkedQueue<>();
        CountDownLatch ready = new CountDownLatch(4);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                ready.countDown();
                for (Optional<ChunkLease> lease = open.catalog.chunks().leaseNext(LEASE);
                        lease.isPresent();
                        lease = open.catalog.chunks().leaseNext(LEASE)) {
                    leased.add(lease.get().chunk());
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) thread.join();
        // Who found all candidates locked gives up; what was locked then is leased now.
        for (Optional<ChunkLease> lease = open.catalog.chunks().leaseOf(job, LEASE);
                lease.isPresent();
                lease = open.catalog.chunks().leaseOf(job, LEASE)) {
            leased.add(lease.get().chunk());
        }
        assertThat(leased).doesNotHaveDuplicates().hasSize(20);
    }

    @Test
    void chunkIsClaimedInOrderOfPriorityThenAgeThenNumber() {
        JobId low = activeJob(open.catalog, 1500, 2);
        JobId high = activeJob(open.catalog, 1500, 4);
        List<String> order = new ArrayList<>();
        for (Optional<ChunkLease> lease = open.catalog.chunks().leaseNext(LEASE);
                lease.isPresent();
                lease = open.catalog.chunks().leaseNext(LEASE)) {
            order.add(lease.get().job() + "/" + lease.get().chunk());
        }
        assertThat(order).containsExactly(high + "/0", high + "/1", low + "/0", low + "/1");
    }

    @Test
    void onlyActiveJobsHandOutWork() {
        JobId job = activeJob(open.catalog, 1, 3);
        open.catalog.jobs().change(job, JobState.PAUSED, null).join();
        assertThat(open.catalog.chunks().leaseNext(LEASE)).isEmpty();
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
        open.catalog.jobs().resume(job).join();
        assertThat(open.catalog.chunks().leaseNext(LEASE)).isPresent();
    }

    @Test
    void leaseThatRanOutIsTakenOverAndItsFormerHolderIsTold() {
        JobId job = activeJob(open.catalog, 1, 3);
        ChunkLease first = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        open.clock.turn(LEASE.minusSeconds(1));
        ChunkLease kept = open.catalog.chunks().heartbeat(first, LEASE).orElseThrow();
        open.clock.turn(LEASE.minusSeconds(1));
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
        open.clock.turn(Duration.ofSeconds(1));
        ChunkLease second = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        assertThat(second.leaseNumber()).isGreaterThan(kept.leaseNumber());
        assertThat(open.catalog.chunks().heartbeat(kept, LEASE)).isEmpty();
        assertRefused(
                ErrorCode.STALE_LEASE, () -> open.catalog.chunks().finish(kept).join());
        open.catalog.chunks().release(kept, Duration.ZERO).join();
        assertThat(open.catalog.chunks().heartbeat(second, LEASE)).isPresent();
    }

    @Test
    void outcomesUnderALeaseThatWasLostAreRefused() {
        JobId job = activeJob(open.catalog, 2, 3);
        ChunkLease stale = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(stale);
        open.clock.turn(LEASE);
        ChunkLease fresh = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();

        assertRefused(
                ErrorCode.STALE_LEASE,
                () -> open.catalog
                        .chunks()
                        .record(stale, List.of(outcome(files.get(0), FileState.FAILED)))
                        .join());
        assertThat(row(files.get(0)).state()).isEqualTo(FileState.PENDING);
        open.catalog
                .chunks()
                .record(fresh, List.of(outcome(files.get(0), FileState.DONE)))
                .join();
        open.catalog.chunks().release(fresh, Duration.ZERO).join();
        assertRefused(
                ErrorCode.STALE_LEASE,
                () -> open.catalog
                        .chunks()
                        .record(fresh, List.of(outcome(files.get(1), FileState.DONE)))
                        .join());
        assertThat(open.catalog.jobs().counts(job).open()).isEqualTo(1);
    }

    @Test
    void chunksOfTheFormerProcessAreFreeAtTheNextStart() {
        JobId job = activeJob(open.catalog, 1, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        open.reopen();
        assertThat(open.catalog.chunks().heartbeat(lease, LEASE)).isEmpty();
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isPresent();
    }

    @Test
    void releasedChunkIsClaimedAgainFromItsTimeOn() {
        JobId job = activeJob(open.catalog, 1, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        open.catalog.chunks().release(lease, Duration.ofSeconds(5)).join();
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
        open.clock.turn(Duration.ofSeconds(5));
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isPresent();
    }

    @Test
    void filesOfAJobThatEndedAreCancelledAndStaySo() {
        JobId job = activeJob(open.catalog, 4, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        open.catalog
                .chunks()
                .record(lease, List.of(outcome(files.get(0), FileState.DONE), outcome(files.get(1), FileState.WAITING)))
                .join();
        open.catalog.jobs().end(job, JobState.CANCELLED, null, "{}").join();
        assertRefused(
                ErrorCode.ILLEGAL_STATE,
                () -> open.catalog
                        .chunks()
                        .record(lease, List.of(outcome(files.get(2), FileState.DONE)))
                        .join());
        JobCounts counts = open.catalog.jobs().counts(job);
        assertThat(counts.in(FileState.CANCELLED)).isEqualTo(new Amount(3, 9));
        assertThat(counts.in(FileState.DONE).files()).isEqualTo(1);
        assertThat(counts.open()).isZero();
        assertThat(open.catalog
                        .files()
                        .page(new FileQuery(job, FileState.CANCELLED, null, null, 10))
                        .rows())
                .extracting(FileRow::state)
                .containsExactly(FileState.CANCELLED, FileState.CANCELLED, FileState.CANCELLED);
        assertThat(open.catalog
                        .files()
                        .page(new FileQuery(job, FileState.WAITING, null, null, 10))
                        .rows())
                .isEmpty();
        assertThat(open.catalog
                        .files()
                        .page(new FileQuery(job, FileState.PENDING, null, null, 10))
                        .rows())
                .isEmpty();
    }

    @Test
    void countsAddUpAfterAnyOperations() {
        long seed = 20261120;
        Random random = new Random(seed);
        JobId job = activeJob(open.catalog, 300, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        List<FileRow> files = openFiles(lease);
        List<FileState> states =
                List.of(FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED, FileState.WAITING, FileState.WAITING);
        for (int round = 0; round < 60; round++) {
            List<OutcomeRecord> outcomes = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                OutcomeRecord next =
                        outcome(files.get(random.nextInt(files.size())), states.get(random.nextInt(states.size())));
                if (outcomes.stream().noneMatch(other -> other.file().equals(next.file()))) outcomes.add(next);
            }
            open.catalog.chunks().record(lease, outcomes).join();
            assertThat(open.catalog.jobs().counts(job))
                    .as("seed %d round %d", seed, round)
                    .satisfies(counts -> {
                        long sum = counts.byState().values().stream()
                                .mapToLong(Amount::files)
                                .sum();
                        long bytes = counts.byState().values().stream()
                                .mapToLong(Amount::bytes)
                                .sum();
                        assertThat(new Amount(sum, bytes)).isEqualTo(counts.total());
                        assertThat(counts.byState().values())
                                .allMatch(amount -> amount.files() >= 0 && amount.bytes() >= 0);
                    });
        }
        for (FileState state : EnumSet.of(
                FileState.PENDING, FileState.WAITING, FileState.DONE, FileState.SKIPPED_SAME, FileState.FAILED)) {
            assertThat(open.catalog
                            .files()
                            .page(new FileQuery(job, state, null, null, 1000))
                            .rows())
                    .as(state.name())
                    .hasSize((int) open.catalog.jobs().counts(job).in(state).files());
        }
        assertThat(open.catalog.jobs().errors(job).stream()
                        .mapToLong(JobError::files)
                        .sum())
                .isEqualTo(open.catalog.jobs().counts(job).in(FileState.FAILED).files());
    }

    @Test
    void sameFileTwiceInAGroupIsRecordedOnce() {
        JobId job = activeJob(open.catalog, 1, 3);
        ChunkLease lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        FileRow file = openFiles(lease).get(0);
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(
                                outcome(file, FileState.WAITING),
                                outcome(file, FileState.WAITING),
                                outcome(file, FileState.DONE)))
                .join();
        assertThat(row(file).state()).isEqualTo(FileState.DONE);
        assertThat(row(file).trouble()).isNull();
        assertThat(open.catalog.jobs().counts(job).in(FileState.DONE).files()).isEqualTo(1);
    }
}
