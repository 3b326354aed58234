package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;

import java.time.Duration;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class FileAttemptsContractTest {
    private static final Duration LEASE = Duration.ofHours(10);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private ChunkLease lease;
    private FileRow file;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        JobId job = activeJob(open.catalog, 1, 3);
        lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        file = open.catalog
                .chunks()
                .openFiles(lease, null, open.clock.instant(), 10)
                .get(0);
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static FileEffort effort(int attempts) {
        return new FileEffort(attempts, attempts, 20L * attempts, 100L * attempts, 0);
    }

    private void record(OutcomeRecord outcome) {
        open.catalog.chunks().record(lease, List.of(outcome)).join();
    }

    private void waits(int attempts, ErrorCode code, String text) {
        FileTrouble trouble = new FileTrouble(code, text, open.clock.instant().plusSeconds(30));
        record(OutcomeRecord.waiting(file, trouble, effort(attempts)));
    }

    private List<Files.Attempt> attempts() {
        return open.catalog.files().attempts(file.id());
    }

    @Test
    void aFileThatFailsAtOnceHasNoRowOfAnAttempt() {
        record(OutcomeRecord.failed(file, new FileTrouble(ErrorCode.CHECKSUM_MISMATCH, "other", null), effort(1)));
        assertThat(attempts()).isEmpty();
    }

    @Test
    void anAttemptIsARowOnceTheNextHasAnOutcome() {
        waits(1, ErrorCode.TIMED_OUT, "no answer");
        assertThat(attempts()).as("its row tells").isEmpty();
        var first = open.clock.instant();
        open.clock.turn(Duration.ofMinutes(1));
        waits(2, ErrorCode.CONNECTION_LOST, "it broke");
        var second = open.clock.instant();
        open.clock.turn(Duration.ofMinutes(1));
        record(OutcomeRecord.done(file, evidence("x"), effort(3)));
        open.reopen();
        assertThat(attempts())
                .containsExactly(
                        new Files.Attempt(1, ErrorCode.TIMED_OUT, first, 20, 100, "no answer"),
                        new Files.Attempt(2, ErrorCode.CONNECTION_LOST, second, 40, 200, "it broke"));
    }

    @Test
    void aWaitThatIsNoAttemptDoesNotHideTheOneBefore() {
        waits(1, ErrorCode.TIMED_OUT, "no answer");
        waits(1, ErrorCode.DESTINATION_BUSY, "another job writes it");
        waits(2, ErrorCode.CONNECTION_LOST, "it broke");
        assertThat(attempts()).extracting(Files.Attempt::text).containsExactly("no answer");
        waits(2, ErrorCode.DESTINATION_BUSY, "another job writes it");
        assertThat(attempts()).extracting(Files.Attempt::text).containsExactly("no answer", "it broke");
    }

    @Test
    void theLastTenAreKeptAndOneToTakeDifferencesFrom() {
        for (int attempt = 1; attempt <= 15; attempt++) waits(attempt, ErrorCode.TIMED_OUT, "try " + attempt);
        assertThat(attempts()).hasSize(11);
        assertThat(attempts().get(0).number()).isEqualTo(4);
        assertThat(attempts().get(10).text()).isEqualTo("try 14");
    }

    @Test
    void attemptsGoWithTheFilesOfTheirJob() {
        waits(1, ErrorCode.TIMED_OUT, "no answer");
        record(OutcomeRecord.failed(file, new FileTrouble(ErrorCode.CHECKSUM_MISMATCH, "other", null), effort(2)));
        assertThat(attempts()).hasSize(1);
        open.catalog.jobs().end(lease.job(), JobState.FAILED, null, "{}").join();
        open.catalog.fileRemovals().begin(lease.job(), false).join();
        assertThat(open.catalog.fileRemovals().remove(lease.job(), () -> false)).isTrue();
        assertThat(attempts()).isEmpty();
    }
}
