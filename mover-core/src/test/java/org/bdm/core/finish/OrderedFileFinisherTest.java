package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class OrderedFileFinisherTest {
    private static final JobId JOB = new JobId(7);
    private static final Epoch EPOCH = new Epoch(1);
    private static final Instant MODIFIED = Instant.parse("2019-01-01T00:00:00.000001Z");
    private static final StorePath PATH = StorePath.ofUtf8("a/b/tas.nc");
    private static final byte[] CONTENT = "temperature".getBytes(StandardCharsets.US_ASCII);

    private final MemoryStore store = new MemoryStore();
    private final WorkArea area = store.workArea(JOB);
    private final BlockingQueue<FinishResult> results = new LinkedBlockingQueue<>();
    private TransferJournal journal = TransferJournal.open(area, JOB, 0);
    private OrderedFileFinisher finisher = finisher(false, PlaceMode.NEW);

    private OrderedFileFinisher finisher(boolean readBack, PlaceMode mode) {
        if (finisher != null) finisher.close();
        return new OrderedFileFinisher(store, area, new FinishOptions(readBack, mode, 02755), results::addAll);
    }

    @AfterEach
    void close() {
        finisher.close();
        journal.close();
    }

    private static Checksum sha256(byte[] bytes) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(bytes));
        return digest.finish();
    }

    private FileToFinish file(int number, StorePath destination, Optional<Checksum> expected) {
        FileId id = new FileId(number);
        WritableFile temporary = area.create(TemporaryName.of(id, EPOCH));
        temporary.write(0, ByteBuffer.wrap(CONTENT));
        return new FileToFinish(
                id,
                EPOCH,
                temporary,
                journal,
                destination,
                new FileToFinish.Attributes(MODIFIED, 0640),
                new FileToFinish.Digest(sha256(CONTENT), expected));
    }

    private FileToFinish file(int number, StorePath destination) {
        return file(number, destination, Optional.empty());
    }

    private FinishResult result() {
        try {
            FinishResult result = results.poll(10, TimeUnit.SECONDS);
            assertThat(result).as("a result").isNotNull();
            return result;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private FinishResult.Failed failure() {
        FinishResult result = result();
        assertThat(result).isInstanceOf(FinishResult.Failed.class);
        return (FinishResult.Failed) result;
    }

    private EvidenceLevel level() {
        FinishResult result = result();
        assertThat(result).isInstanceOf(FinishResult.Placed.class);
        return ((FinishResult.Placed) result).evidence().orElseThrow().level();
    }

    private byte[] content(StorePath path) {
        try (ReadableFile open = store.open(path)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) open.status().version().size());
            open.read(0, bytes);
            return bytes.array();
        }
    }

    @Test
    void placesWithAttributesAndTheLevelOfItsEvidence() {
        finisher.finish(file(1, PATH));

        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        FileStatus status = store.status(PATH).orElseThrow();
        assertThat(status.version().modified()).isEqualTo(MODIFIED);
        assertThat(status.mode()).isEqualTo(0640);
        assertThat(content(PATH)).isEqualTo(CONTENT);
        assertThat(store.status(PATH.parent()).orElseThrow().mode()).isEqualTo(02755);
        OrderOracle.check(store.calls());
    }

    @Test
    void equalToThePublishedDigestIsMoreThanReadAgain() {
        finisher = finisher(true, PlaceMode.NEW);
        finisher.finish(file(1, PATH, Optional.of(sha256(CONTENT))));
        assertThat(level()).isEqualTo(EvidenceLevel.PUBLISHED);
        finisher.finish(file(2, StorePath.ofUtf8("other.nc")));
        assertThat(level()).isEqualTo(EvidenceLevel.READBACK);
        assertThat(store.calls(StoreCall.Kind.READ_BACK)).hasSize(2);
    }

    /** A file that is there, as a store places one. */
    private FileVersion held(StorePath path) {
        finisher.finish(file(1, path));
        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        return store.status(path).orElseThrow().version();
    }

    private FileToLink link(int number, StorePath held, FileVersion verified, StorePath destination) {
        Evidence evidence = new Evidence(EvidenceLevel.PUBLISHED, sha256(CONTENT));
        return new FileToLink(new FileId(number), EPOCH, journal, held, verified, evidence, destination);
    }

    @Test
    void aFileThatIsHeldGetsASecondNameInTheSameSteps() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        finisher.link(link(2, held, verified, PATH));

        assertThat(level()).isEqualTo(EvidenceLevel.PUBLISHED);
        assertThat(store.status(PATH).orElseThrow().version().inode()).isEqualTo(verified.inode());
        assertThat(store.status(held)).isPresent();
        assertThat(area.names()).containsExactly("chunk-0.journal");
        assertThat(store.calls()).extracting(StoreCall::toString).contains("FORCE job-7/2-1.part");
        OrderOracle.check(store.calls());
    }

    @Test
    void aHeldFileThatIsNoLongerWhatWasVerifiedIsNotLinked() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion now = held(held);
        FileVersion before = new FileVersion(now.size(), now.modified().minusSeconds(1), now.changed(), now.inode());
        finisher.link(link(2, held, before, PATH));
        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(2)));

        FileVersion another = new FileVersion(now.size(), now.modified(), now.changed(), now.inode() + 1000);
        finisher.link(link(3, held, another, PATH));
        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(3)));
        finisher.link(link(4, StorePath.ofUtf8("a/v1/gone.nc"), now, PATH));
        assertThat(result()).isEqualTo(new FinishResult.NotRecovered(new FileId(4)));
        assertThat(store.status(PATH)).isEmpty();
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void aSecondNameNeverTakesThePlaceOfAnotherFile() {
        StorePath held = StorePath.ofUtf8("a/v1/tas.nc");
        FileVersion verified = held(held);
        finisher.finish(file(2, PATH));
        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        finisher.link(link(3, held, verified, PATH));

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(store.status(PATH).orElseThrow().version().inode()).isNotEqualTo(verified.inode());
    }

    @Test
    void fileWithTheWrongDigestIsNotPlaced() {
        finisher.finish(file(1, PATH, Optional.of(sha256(new byte[0]))));

        FinishResult.Failed failed = failure();
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(failed.reason().detail())
                .contains(sha256(CONTENT).hex(), sha256(new byte[0]).hex());
        assertThat(failed.temporaryKept()).isFalse();
        assertThat(store.status(PATH)).isEmpty();
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void byteThatTheDiskChangedIsFoundByReadingAgain() {
        finisher = finisher(true, PlaceMode.NEW);
        FileToFinish file = file(1, PATH);
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.READ_BACK) store.flipBitOnDevice(JOB, "1-1.part", 3);
        });
        finisher.finish(file);

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(store.status(PATH)).isEmpty();
    }

    @Test
    void forcesEveryDirectoryOncePerBatchAndNewOnesUpToTheRoot() {
        List<FileToFinish> files = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> file(i, StorePath.ofUtf8("x/y" + i % 2 + "/file-" + i)))
                .toList();
        files.forEach(finisher::finish);
        for (int i = 0; i < 100; i++) assertThat(result()).isInstanceOf(FinishResult.Placed.class);

        OrderOracle.check(store.calls());
        assertThat(store.calls(StoreCall.Kind.FORCE_DIRECTORY)).hasSizeLessThan(30);
        assertThat(store.calls(StoreCall.Kind.FORCE_DIRECTORY))
                .extracting(StoreCall::what)
                .contains("/", "/x", "/x/y0", "/x/y1");
    }

    @Test
    void failedForceIsFinalForTheFile() {
        store.faults().failNextForce();
        finisher.finish(file(1, PATH));

        FinishResult.Failed failed = failure();
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.SYNC_FAILED);
        assertThat(failed.temporaryKept()).isFalse();
        assertThat(store.status(PATH)).isEmpty();
    }

    @Test
    void fileWhoseDirectoryCannotBeForcedIsNotToldAsPlaced() {
        finisher.finish(file(1, PATH));
        level();
        finisher.finish(file(2, StorePath.ofUtf8("a/b/other.nc")));
        level();
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.PLACE) store.faults().failNextDirectoryForce();
        });
        finisher.finish(file(3, StorePath.ofUtf8("a/b/third.nc")));

        FinishResult.Failed failed = failure();
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(store.status(StorePath.ofUtf8("a/b/third.nc")))
                .as("nothing is deleted")
                .isPresent();
    }

    @Test
    void otherContentAtTheDestinationIsLeftAlone() {
        finisher.finish(file(1, PATH));
        level();
        long inode = store.status(PATH).orElseThrow().version().inode();
        finisher.finish(file(2, PATH));

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(store.status(PATH).orElseThrow().version().inode()).isEqualTo(inode);
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    @Test
    void replacesOnlyWhenAskedTo() {
        finisher.finish(file(1, PATH));
        level();
        long inode = store.status(PATH).orElseThrow().version().inode();
        finisher = finisher(false, PlaceMode.REPLACE);
        finisher.finish(file(2, PATH));
        level();
        assertThat(store.status(PATH).orElseThrow().version().inode()).isNotEqualTo(inode);
    }

    @Test
    void pathThatIsBlockedFailsThatFileAndNoOther() {
        finisher.finish(file(1, StorePath.ofUtf8("blocker")));
        level();
        finisher.finish(file(2, StorePath.ofUtf8("blocker/below")));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.PATH_BLOCKED);
        finisher.finish(file(3, PATH));
        level();
    }

    @Test
    void linksAndDirectoriesAreDurableToo() {
        StorePath link = StorePath.ofUtf8("v1/latest");
        finisher.placeSymbolicLink(new FileId(1), "../files".getBytes(StandardCharsets.US_ASCII), link);
        result();
        StorePath empty = StorePath.ofUtf8("v1/empty/deep");
        finisher.makeDirectory(new FileId(2), empty);
        result();
        finisher.placeSymbolicLink(new FileId(1), "../files".getBytes(StandardCharsets.US_ASCII), link);
        assertThat(result()).as("there already").isInstanceOf(FinishResult.Placed.class);
        finisher.placeSymbolicLink(new FileId(1), "../other".getBytes(StandardCharsets.US_ASCII), link);
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);

        store.powerCut();
        assertThat(store.status(link).orElseThrow().linkTarget()).asString().isEqualTo("../files");
        assertThat(store.status(empty)).isPresent();
    }

    /** A run that dies at this kind of call, and the record that is left. */
    private FileToRecover dieAt(StoreCall.Kind kind) {
        return dieAt(kind, MemoryStore::restart);
    }

    private FileToRecover dieAt(StoreCall.Kind kind, Consumer<MemoryStore> death) {
        store.faults().beforeCall(call -> {
            if (call.kind() == kind) throw new IllegalStateException("dead");
        });
        finisher.finish(file(1, PATH));
        result();
        finisher.close();
        store.faults().beforeCall(call -> {});
        death.accept(store);
        journal = TransferJournal.open(area, JOB, 0);
        finisher = new OrderedFileFinisher(store, area, new FinishOptions(false, PlaceMode.NEW, 0755), results::addAll);
        JournalRecord.Placing placing =
                journal.histories().get(new FileId(1)).placing().orElseThrow();
        return new FileToRecover(placing, PATH);
    }

    @Test
    void placedFileIsFoundAndItsDirectoriesForced() {
        FileToRecover left = dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        finisher.recover(left);

        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        assertThat(store.calls(StoreCall.Kind.PLACE)).hasSize(1);
        store.powerCut();
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void temporaryFileThatWasAboutToBePlacedIsPlaced() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        finisher.recover(left);

        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        store.powerCut();
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void recordedFileIsFoundAgainAfterAPowerCut() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE, MemoryStore::powerCut);
        finisher.recover(left);

        level();
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void temporaryFileThatWasChangedWhileDownIsNotPlaced() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        try (WritableFile temporary = area.open("1-1.part").orElseThrow()) {
            temporary.write(2, ByteBuffer.wrap(new byte[1]));
        }
        finisher.recover(left);

        assertThat(result()).isInstanceOf(FinishResult.NotRecovered.class);
        assertThat(store.status(PATH)).isEmpty();
        assertThat(area.names()).as("its good blocks can be resumed").contains("1-1.part");
    }

    @Test
    void fileThatIsNowhereStartsAnew() {
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        area.delete("1-1.part");
        finisher.recover(left);
        assertThat(result()).isInstanceOf(FinishResult.NotRecovered.class);
    }

    @Test
    void refusesMoreThanItsBound() {
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.SET_ATTRIBUTES) Thread.yield();
        });
        StorePath directory = StorePath.ofUtf8("d");
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100 * FileFinisher.FILES_MAX; i++) {
                        finisher.makeDirectory(new FileId(1), directory);
                    }
                })
                .hasMessageContaining("at once");
    }

    private static List<StoreCall> rightOrder() {
        return Stream.of(
                        "WRITE job-7/1-1.part",
                        "SET_ATTRIBUTES job-7/1-1.part",
                        "FORCE job-7/1-1.part",
                        "WRITE job-7/chunk-0.journal",
                        "FORCE job-7/chunk-0.journal",
                        "PLACE job-7/1-1.part -> /a/tas.nc",
                        "FORCE_DIRECTORY /a")
                .map(text -> new StoreCall(
                        StoreCall.Kind.valueOf(text.substring(0, text.indexOf(' '))),
                        text.substring(text.indexOf(' ') + 1)))
                .toList();
    }

    /** The right order with one step left out, and with two neighbours exchanged. */
    static Stream<List<StoreCall>> wrongOrders() {
        List<List<StoreCall>> wrong = new ArrayList<>();
        List<StoreCall> right = rightOrder();
        for (int leftOut : new int[] {2, 4, 6}) {
            List<StoreCall> order = new ArrayList<>(right);
            order.remove(leftOut);
            wrong.add(order);
        }
        for (int[] exchanged : new int[][] {{0, 2}, {1, 2}, {3, 4}, {4, 5}, {5, 6}}) {
            List<StoreCall> order = new ArrayList<>(right);
            Collections.swap(order, exchanged[0], exchanged[1]);
            wrong.add(order);
        }
        return wrong.stream();
    }

    @Test
    void oracleTakesTheRightOrder() {
        OrderOracle.check(rightOrder());
    }

    @ParameterizedTest
    @MethodSource("wrongOrders")
    void oracleRejectsEveryWrongOrder(List<StoreCall> order) {
        assertThatThrownBy(() -> OrderOracle.check(order)).isInstanceOf(AssertionError.class);
    }
}
