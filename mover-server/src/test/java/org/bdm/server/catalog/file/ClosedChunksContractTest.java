package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;

import java.time.Duration;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Chunks whose files wait for closed sources. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class ClosedChunksContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofDays(365);
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

    private ClosedChunks closed() {
        return open.catalog.chunks().closed();
    }

    private ChunkLease lease(JobId job) {
        return open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
    }

    private List<FileRow> openFiles(ChunkLease lease) {
        return open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000);
    }

    private OutcomeRecord waits(FileRow file, ErrorCode code) {
        return OutcomeRecord.waiting(
                file, new FileTrouble(code, "closed", open.clock.instant().plus(LONG)), EFFORT);
    }

    @Test
    void aChunkThatIsGivenBackAsClosedWaitsUntilItIsOpened() {
        JobId job = activeJob(open.catalog, 3, 3);
        JobId other = activeJob(open.catalog, 3, 3);
        ChunkLease lease = lease(job);
        assertThat(closed().isAll(job)).isFalse(); // somebody works on it
        open.catalog.chunks().releaseClosed(lease, LONG).join();
        open.reopen();

        assertThat(closed().isAll(job)).isTrue();
        assertThat(closed().isAll(other)).isFalse();
        assertThat(closed().some(job, 16)).extracting(ChunkLease::chunk).containsExactly(lease.chunk());
        assertThat(open.catalog.chunks().leaseOf(job, LEASE)).isEmpty();
        closed().open(job).join();
        assertThat(closed().isAll(job)).isFalse();
        assertThat(lease(job).chunk()).isEqualTo(lease.chunk());
    }

    @Test
    void aJobWithOneChunkThatIsNotClosedIsNotClosed() {
        JobId job = activeJob(open.catalog, 2000, 3);
        ChunkLease first = lease(job);
        ChunkLease second = lease(job);
        open.catalog.chunks().releaseClosed(first, LONG).join();
        assertThat(closed().isAll(job)).isFalse();
        open.catalog.chunks().release(second, LONG).join();
        assertThat(closed().isAll(job)).isFalse();
        open.clock.turn(LONG.plusDays(1));
        open.catalog.chunks().releaseClosed(lease(job), LONG).join();
        open.catalog.chunks().releaseClosed(lease(job), LONG).join();
        assertThat(closed().isAll(job)).isTrue();
    }

    @Test
    void aChunkIsClosedIfAllOfItsOpenFilesWaitForThatAndNotIfOneWaitsForSomethingElse() {
        JobId job = activeJob(open.catalog, 3, 3);
        ChunkLease lease = lease(job);
        List<FileRow> files = openFiles(lease);
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(
                                waits(files.get(0), ErrorCode.WINDOW_CLOSED),
                                waits(files.get(1), ErrorCode.CONNECTION_LOST),
                                OutcomeRecord.failed(
                                        files.get(2), new FileTrouble(ErrorCode.NOT_ALLOWED, "no", null), EFFORT)))
                .join();
        open.catalog.chunks().finish(lease).join();
        assertThat(closed().isAll(job)).isFalse();

        closed().open(job).join();
        ChunkLease again = lease(job);
        assertThat(openFiles(again))
                .extracting(FileRow::id)
                .containsExactly(files.get(0).id());
        open.clock.turn(LONG.plusDays(1));
        ChunkLease later = lease(job); // the lease has run out
        open.catalog
                .chunks()
                .record(
                        later,
                        openFiles(later).stream()
                                .map(file -> waits(file, ErrorCode.SITE_BANNED))
                                .toList())
                .join();
        open.catalog.chunks().finish(later).join();
        assertThat(closed().isAll(job)).isTrue();
        closed().open(job).join();
        assertThat(openFiles(lease(job))).hasSize(2);
    }
}
