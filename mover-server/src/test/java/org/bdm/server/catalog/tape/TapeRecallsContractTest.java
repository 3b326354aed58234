package org.bdm.server.catalog.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class TapeRecallsContractTest {
    private static final String ORIGIN = "https://tape.example";
    private static final String OTHER = "https://other.example:8443";

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private ChunkLease lease;
    private List<FileRow> files;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private TapeRecalls recalls() {
        return open.catalog.tapeRecalls();
    }

    private static WantedRecall wanted(FileId file, String path) {
        return new WantedRecall(file, ORIGIN, path, false, false, Duration.ofHours(6));
    }

    private TapeRecall recall(String path) {
        return recalls().ofPaths(ORIGIN, List.of(path)).get(path);
    }

    private static RecallLook look(TapeRecall recall, RecallState state, boolean wasOnTape) {
        return new RecallLook(recall.number(), state, wasOnTape, false, "");
    }

    @Test
    void whatIsWantedIsKeptOnceInItsOrderAndOverARestart() {
        recalls()
                .want(List.of(wanted(new FileId(1), "/b"), wanted(new FileId(2), "/a")))
                .join();
        recalls()
                .want(List.of(wanted(new FileId(3), "/a"), wanted(new FileId(2), "/a")))
                .join();
        open.reopen();
        assertThat(recalls().inState(ORIGIN, RecallState.WANTED, 0, 10))
                .extracting(TapeRecall::path)
                .containsExactly("/b", "/a");
        assertThat(recalls().inState(OTHER, RecallState.WANTED, 0, 10)).isEmpty();
        assertThat(recalls().origins()).containsExactly(ORIGIN);
        TapeRecall first = recall("/b");
        assertThat(first.since()).isEqualTo(open.clock.instant());
        assertThat(first.looked()).isNull();
        assertThat(recalls().inState(ORIGIN, RecallState.WANTED, first.number(), 10))
                .hasSize(1);
    }

    @Test
    void aRequestIsKeptWithItsFilesUntilItIsForgotten() {
        recalls()
                .want(List.of(wanted(new FileId(1), "/a"), wanted(new FileId(2), "/b")))
                .join();
        List<Long> numbers = List.of(recall("/a").number(), recall("/b").number());
        recalls().asked(ORIGIN, "r-1", ORIGIN + "/api/v1/stage/r-1", numbers).join();
        open.reopen();
        TapeRequest request = recalls().requests(ORIGIN, 10).get(0);
        assertThat(request.serviceId()).isEqualTo("r-1");
        assertThat(recalls().ofRequest(request.number()))
                .extracting(TapeRecall::path)
                .containsExactly("/a", "/b");
        assertThat(recall("/a").wasOnTape()).isTrue();
        assertThat(recalls().outstanding(ORIGIN)).isEqualTo(2);

        RecallLook brought = new RecallLook(numbers.get(0), RecallState.ON_DISK, true, true, "");
        recalls().looked(List.of(brought)).join();
        assertThat(recalls().outstanding(ORIGIN)).as("until it has ended").isEqualTo(2);
        recalls().forgotten(request.number()).join();
        assertThat(recalls().requests(ORIGIN, 10)).isEmpty();
        assertThat(recall("/a").state()).isEqualTo(RecallState.ON_DISK);
        assertThat(recall("/a").isBrought()).as("nobody can tell any more").isFalse();
        assertThat(recall("/b").state()).isEqualTo(RecallState.WANTED);
    }

    @Test
    void onlyRequestsWithFilesToBringAreWatched() {
        recalls()
                .want(List.of(wanted(new FileId(1), "/a"), wanted(new FileId(2), "/b")))
                .join();
        recalls()
                .asked(ORIGIN, "r-1", ORIGIN + "/r-1", List.of(recall("/a").number()))
                .join();
        open.clock.turn(Duration.ofMinutes(1));
        recalls()
                .asked(ORIGIN, "r-2", ORIGIN + "/r-2", List.of(recall("/b").number()))
                .join();
        assertThat(recalls().requestsToWatch(ORIGIN, 1))
                .extracting(TapeRequest::serviceId)
                .containsExactly("r-1");
        recalls().looked(List.of(look(recall("/a"), RecallState.ON_DISK, true))).join();
        assertThat(recalls().requestsToWatch(ORIGIN, 1))
                .extracting(TapeRequest::serviceId)
                .containsExactly("r-2");
        assertThat(recalls().requestsToWatch(OTHER, 1)).isEmpty();
    }

    @Test
    void whatIsOnTapeAgainIsLookedForAgain() {
        recalls().want(List.of(wanted(new FileId(1), "/a"))).join();
        recalls()
                .looked(List.of(look(recall("/a"), RecallState.ON_DISK, false)))
                .join();
        assertThat(recall("/a").looked()).isEqualTo(open.clock.instant());
        assertThat(recalls().notLookedFor(ORIGIN, 0, 10)).isEmpty();
        recalls().onTapeAgain(ORIGIN, List.of("/a", "/never")).join();
        assertThat(recall("/a").state()).isEqualTo(RecallState.WANTED);
        assertThat(recall("/a").looked()).isNull();
        assertThat(recalls().notLookedFor(ORIGIN, 0, 10)).containsExactly(recall("/a"));
        recalls().looked(List.of(look(recall("/a"), RecallState.WANTED, true))).join();
        assertThat(recalls().notLookedFor(ORIGIN, 0, 10))
                .as("it is wanted still")
                .isEmpty();
    }

    private void lease() {
        JobId job = activeJob(open.catalog, 3, 3);
        lease = open.catalog.chunks().leaseOf(job, Duration.ofHours(10)).orElseThrow();
        files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 10);
    }

    private void record(OutcomeRecord outcome) {
        open.catalog.chunks().record(lease, List.of(outcome)).join();
    }

    private Instant due(int file) {
        FileTrouble trouble =
                open.catalog.files().find(files.get(file).id()).orElseThrow().trouble();
        return trouble.notBefore();
    }

    private FileId file(int index) {
        return files.get(index).id();
    }

    @Test
    void filesThatWaitAreCountedByDataNodeAndLookedAtAtOnceWhenTheyAreThere() {
        lease();
        Instant later = open.clock.instant().plus(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            record(OutcomeRecord.waiting(
                    files.get(i), new FileTrouble(ErrorCode.BEING_STAGED, "on tape", later), FileEffort.NONE));
            recalls().want(List.of(wanted(file(i), "/" + i))).join();
            open.clock.turn(Duration.ofMinutes(10));
        }
        Instant now = open.clock.instant();
        assertThat(recalls().ofJob(lease.job())).hasSize(1);
        assertThat(recalls().ofJob(lease.job()).get(0).text(now))
                .isEqualTo("3 files wait for tape at tape.example, oldest 30 min");
        assertThat(recalls().ofJob(new JobId(lease.job().number() + 1))).isEmpty();
        assertThat(recalls().overdue(now)).isEmpty();
        assertThat(recalls().overdue(now.plus(Duration.ofHours(5).plusMinutes(45))))
                .containsExactly(new TapeWait(ORIGIN, 2, recall("/0").since(), Optional.empty()));

        open.catalog.chunks().finish(lease).join();
        assertThat(open.catalog.chunks().leaseOf(lease.job(), Duration.ofHours(1)))
                .isEmpty();
        recalls()
                .looked(List.of(look(recall("/1"), RecallState.ON_DISK, false)))
                .join();
        assertThat(recalls().ofJob(lease.job()).get(0).files()).isEqualTo(2);
        assertThat(due(1)).isEqualTo(Instant.EPOCH);
        assertThat(due(0)).isEqualTo(later);
        ChunkLease again =
                open.catalog.chunks().leaseOf(lease.job(), Duration.ofHours(1)).orElseThrow();
        assertThat(open.catalog.chunks().openFiles(again, null, now, 10))
                .extracting(FileRow::id)
                .containsExactly(file(1));
    }

    @Test
    void timeLeftFollowsFromTheLastRecallsAndFromWhatIsWantedBefore() {
        lease();
        recalls().want(List.of(wanted(new FileId(900), "/before"))).join();
        Instant later = open.clock.instant().plus(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            record(OutcomeRecord.waiting(
                    files.get(i), new FileTrouble(ErrorCode.BEING_STAGED, "on tape", later), FileEffort.NONE));
            recalls().want(List.of(wanted(file(i), "/" + i))).join();
        }
        recalls().want(List.of(wanted(new FileId(901), "/behind"))).join();
        Duration hour = Duration.ofHours(1);
        recalls().brought(ORIGIN, List.of(hour, hour, hour, hour), 2).join();
        assertThat(recalls().ofJob(lease.job()).get(0).left()).as("too few").isEmpty();
        recalls().brought(ORIGIN, List.of(hour), 2).join();
        open.reopen();
        TapeWait wait = recalls().ofJob(lease.job()).get(0);
        assertThat(wait.left()).as("4 files, 2 at once").contains(Duration.ofHours(2));
        assertThat(wait.text(open.clock.instant())).endsWith("oldest 0 s, about 2 h more by its last recalls");
        recalls()
                .brought(ORIGIN, Collections.nCopies(500, Duration.ofMinutes(4)), 8)
                .join();
        assertThat(recalls().ofJob(lease.job()).get(0).left().orElseThrow())
                .as("the newest count most, and no file takes less than one recall")
                .isBetween(Duration.ofMinutes(3), Duration.ofMinutes(5));
    }

    @Test
    void aFileThatBeginsToWaitInTheMomentInWhichItComesToDiskIsNotOverlooked() {
        lease();
        recalls().want(List.of(wanted(file(0), "/a"), wanted(file(1), "/b"))).join();
        recalls()
                .looked(List.of(
                        look(recall("/a"), RecallState.ON_DISK, false), look(recall("/b"), RecallState.LEFT, false)))
                .join();
        Instant later = open.clock.instant().plus(Duration.ofHours(1));
        FileTrouble trouble = new FileTrouble(ErrorCode.BEING_STAGED, "on tape", later);
        record(OutcomeRecord.waiting(files.get(0), trouble, FileEffort.NONE));
        open.clock.turn(Duration.ofMinutes(1)); // the node itself said so of the other
        record(OutcomeRecord.waiting(files.get(1), trouble, FileEffort.NONE));
        recalls().wakeOverlooked(ORIGIN).join();
        assertThat(due(0)).isEqualTo(Instant.EPOCH);
        assertThat(due(1)).isEqualTo(later);
    }

    @Test
    void whatShouldBeOnDiskIsDoubtfulWhenItsNodeHasSaidForAWhileThatItIsStaged() {
        lease();
        recalls()
                .want(List.of(wanted(file(0), "/a"), wanted(file(1), "/b"), wanted(file(2), "/c")))
                .join();
        recalls()
                .looked(List.of(
                        look(recall("/a"), RecallState.ON_DISK, false),
                        look(recall("/b"), RecallState.ON_DISK, false),
                        look(recall("/c"), RecallState.WANTED, false)))
                .join();
        Instant later = open.clock.instant().plus(Duration.ofHours(1));
        FileTrouble staged = new FileTrouble(ErrorCode.BEING_STAGED, "on tape", later);
        record(OutcomeRecord.waiting(files.get(0), staged, FileEffort.NONE));
        record(OutcomeRecord.waiting(
                files.get(1), new FileTrouble(ErrorCode.DATA_NODE_BUSY, "busy", later), FileEffort.NONE));
        record(OutcomeRecord.waiting(files.get(2), staged, FileEffort.NONE));
        assertThat(recalls().doubtful(ORIGIN, open.clock.instant(), 10)).isEmpty();
        assertThat(recalls().doubtful(ORIGIN, open.clock.instant().plusMillis(1), 10))
                .containsExactly(recall("/a"));
        assertThat(recalls().doubtful(OTHER, later, 10)).isEmpty();
    }

    @Test
    void patienceThatChangesCountsForWhatIsWantedAlready() {
        recalls().want(List.of(wanted(new FileId(1), "/a"))).join();
        Instant later = open.clock.instant().plus(Duration.ofHours(7));
        assertThat(recalls().overdue(later)).hasSize(1);
        recalls().havePatience(OTHER, Duration.ofHours(8)).join();
        assertThat(recalls().overdue(later)).hasSize(1);
        recalls().havePatience(ORIGIN, Duration.ofHours(8)).join();
        assertThat(recalls().overdue(later)).isEmpty();
        recalls().havePatience(ORIGIN, Duration.ofHours(1)).join();
        assertThat(recalls().overdue(open.clock.instant().plus(Duration.ofHours(1))))
                .hasSize(1);
    }

    @Test
    void aRecallHasEndedWhenNoFileThatWaitsForItIsOpenAndIsVerifiedIfAllAreDone() {
        lease();
        recalls()
                .want(List.of(
                        wanted(file(0), "/done"),
                        wanted(file(0), "/both"),
                        wanted(file(1), "/both"),
                        wanted(file(1), "/failed"),
                        wanted(file(2), "/open"),
                        wanted(file(0), "/shared"),
                        wanted(file(2), "/shared"),
                        wanted(new FileId(999), "/nobody")))
                .join();
        record(OutcomeRecord.done(files.get(0), evidence("x"), FileEffort.NONE));
        record(OutcomeRecord.failed(
                files.get(1), new FileTrouble(ErrorCode.CHECKSUM_MISMATCH, "other", null), FileEffort.NONE));
        List<EndedRecall> ended = recalls().ended(ORIGIN, 0, 10);
        assertThat(ended)
                .extracting(each -> Map.entry(each.recall().path(), each.isVerified()))
                .containsExactly(
                        Map.entry("/done", true),
                        Map.entry("/both", false),
                        Map.entry("/failed", false),
                        Map.entry("/nobody", false));

        recalls().want(List.of(wanted(file(2), "/done"))).join(); // in this moment
        recalls().remove(ended).join();
        assertThat(recalls().inState(ORIGIN, RecallState.WANTED, 0, 10))
                .extracting(TapeRecall::path)
                .containsExactly("/done", "/open", "/shared");
    }

    @Test
    void whatWasThereAlreadyIsNotVerified() {
        lease();
        recalls().want(List.of(wanted(file(0), "/same"))).join();
        record(OutcomeRecord.skippedSame(files.get(0), FileEffort.NONE));
        assertThat(recalls().ended(ORIGIN, 0, 10))
                .singleElement()
                .satisfies(each -> assertThat(each.isVerified()).isFalse());
    }
}
