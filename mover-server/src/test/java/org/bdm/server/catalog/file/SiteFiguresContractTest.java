package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.Amount;
import org.bdm.server.catalog.db.CatalogLoad;
import org.bdm.server.catalog.job.JobFigures;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The catalog says in numbers what the site has to do. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SiteFiguresContractTest {
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

    private JobId queued(String owner) {
        return open.catalog
                .submissions()
                .submit(request(owner, 3), List.of(item("x")), null)
                .join()
                .job();
    }

    @Test
    void emptyCatalogHasZeros() {
        JobFigures figures = open.catalog.jobs().figures();
        assertThat(figures.byState()).containsEntry(JobState.QUEUED, 0L).containsEntry(JobState.FAILED, 0L);
        assertThat(figures.byState()).doesNotContainKeys(JobState.RECEIVING, JobState.RECEIVING_PARTS);
        assertThat(figures.oldestWaitingAt()).isNull();
        assertThat(figures.open()).isEqualTo(Amount.NONE);
        assertThat(open.catalog.leases().byKind())
                .isEqualTo(Map.of(HeldLeases.Kind.CHUNK, 0L, HeldLeases.Kind.LISTING, 0L, HeldLeases.Kind.DUTY, 0L));
        assertThat(open.catalog.sizeBytes()).isPositive();
    }

    @Test
    void jobsAreCountedByStateWithTheOldestThatWaitsAndWhatIsLeftToDo() {
        Instant first = open.clock.instant();
        queued("ann");
        open.clock.turn(Duration.ofMinutes(5));
        JobId stopped = queued("bob");
        JobReason noSpace = new JobReason("NO_SPACE", "full", open.clock.instant(), null);
        open.catalog.jobs().change(stopped, JobState.PAUSED, noSpace).join();
        activeJob(open.catalog, 4, 3); // of 1, 2, 3 and 4 bytes
        ChunkLease lease =
                open.catalog.chunks().leaseNext(Duration.ofMinutes(1)).orElseThrow();
        List<FileRow> files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10);
        FileTrouble later = new FileTrouble(
                ErrorCode.CONNECTION_LOST, "cut", open.clock.instant().plusSeconds(30));
        open.catalog
                .chunks()
                .record(
                        lease,
                        List.of(
                                OutcomeRecord.done(files.get(0), evidence("x"), EFFORT),
                                OutcomeRecord.waiting(files.get(1), later, EFFORT)))
                .join();

        JobFigures figures = open.catalog.jobs().figures();
        assertThat(figures.byState())
                .containsEntry(JobState.QUEUED, 1L)
                .containsEntry(JobState.PAUSED, 1L)
                .containsEntry(JobState.ACTIVE, 1L);
        assertThat(figures.pausedByReason()).isEqualTo(Map.of("NO_SPACE", 1L));
        assertThat(figures.oldestWaitingAt()).isEqualTo(first);
        assertThat(figures.open()).isEqualTo(new Amount(3, 9));
        assertThat(figures.waitingFiles()).isEqualTo(1);
    }

    @Test
    void leasesAreCountedUntilTheyRunOut() {
        activeJob(open.catalog, 4, 3);
        assertThat(open.catalog.chunks().leaseNext(Duration.ofHours(1))).isPresent();
        assertThat(open.catalog.duties().hold("retention", Duration.ofHours(1))).isTrue();
        Map<HeldLeases.Kind, Long> held = open.catalog.leases().byKind();
        assertThat(held).containsEntry(HeldLeases.Kind.CHUNK, 1L).containsEntry(HeldLeases.Kind.DUTY, 1L);
    }

    @Test
    void loadOfTheProcessCountsItsOperations() {
        CatalogLoad before = open.catalog.load();
        queued("ann");
        open.catalog.jobs().figures();
        CatalogLoad after = open.catalog.load();
        assertThat(after.isAnswering()).isTrue();
        assertThat(after.changes()).isGreaterThan(before.changes());
        assertThat(sum(after.commits().operations()))
                .isGreaterThan(sum(before.commits().operations()));
        assertThat(sum(after.reads().operations()))
                .isGreaterThan(sum(before.reads().operations()));
        assertThat(after.commits().operations())
                .hasSize(after.commits().boundsSeconds().size() + 1);
        assertThat(after.queuedRows()).isZero();
        assertThat(after.connections().most()).isPositive();
    }

    private static long sum(List<Long> operations) {
        return operations.stream().mapToLong(Long::longValue).sum();
    }
}
