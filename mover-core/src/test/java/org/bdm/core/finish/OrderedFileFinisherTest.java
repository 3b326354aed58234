package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedFileFinisherTest extends FinishingFixture {
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
    void directoryThatCouldNotBeOpenedIsForcedByALaterRun() {
        int[] left = {1};
        store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.FORCE_DIRECTORY && left[0]-- > 0;
            if (isHit) throw new MoverException(ErrorCode.TOO_MANY_OPEN_FILES, "open of a/b said EMFILE");
        });
        finisher.finish(file(1, PATH));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.TOO_MANY_OPEN_FILES);

        journal.close();
        journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
        JournalRecord.Placing placing =
                journal.histories().get(new FileId(1)).placing().orElseThrow();
        finisher.recover(new FileToRecover(placing, PATH, ChunkRight.endless(0)));
        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        store.powerCut();
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    /** A later force that succeeds would prove nothing of the one that failed. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/a", "/a/b"})
    void forceThatFailedWeighsMoreThanDirectoriesThatCouldNotBeOpened(String badDirectory) {
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.FORCE_DIRECTORY) return;
            ErrorCode code = call.what().equals(badDirectory) ? ErrorCode.SYNC_FAILED : ErrorCode.TOO_MANY_OPEN_FILES;
            throw new MoverException(code, "force of " + call.what());
        });
        finisher.finish(file(1, PATH));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void fileThatAnotherWriterReplacedInTheSameMomentIsNotToldAsOurs() {
        AtomicBoolean isOther = new AtomicBoolean();
        store.faults().beforeCall(call -> {
            boolean isAfterPlacing = call.kind() == StoreCall.Kind.FORCE_DIRECTORY
                    && store.status(PATH).isPresent();
            if (!isAfterPlacing || isOther.getAndSet(true)) return;
            area.create("other").close();
            area.place("other", PATH, PlaceMode.REPLACE);
        });
        finisher.finish(file(1, PATH));
        finisher.finish(file(2, StorePath.ofUtf8("a/b/other.nc")));

        List<FinishResult> both = List.of(result(), result());
        assertThat(both).filteredOn(FinishResult.Placed.class::isInstance).hasSize(1);
        FinishResult.Failed failed = (FinishResult.Failed) both.stream()
                .filter(FinishResult.Failed.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(failed.file()).isEqualTo(new FileId(1));
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(failed.reason().detail()).contains("a/b/tas.nc", "another file");
        assertThat(content(PATH)).as("theirs is left alone").isEmpty();
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
        finisher.placeSymbolicLink(
                new FileId(1), "../files".getBytes(StandardCharsets.US_ASCII), link, ChunkRight.endless(0));
        result();
        StorePath empty = StorePath.ofUtf8("v1/empty/deep");
        finisher.makeDirectory(new FileId(2), empty, ChunkRight.endless(0));
        result();
        finisher.placeSymbolicLink(
                new FileId(1), "../files".getBytes(StandardCharsets.US_ASCII), link, ChunkRight.endless(0));
        assertThat(result()).as("there already").isInstanceOf(FinishResult.Placed.class);
        finisher.placeSymbolicLink(
                new FileId(1), "../other".getBytes(StandardCharsets.US_ASCII), link, ChunkRight.endless(0));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);

        store.powerCut();
        assertThat(store.status(link).orElseThrow().linkTarget()).asString().isEqualTo("../files");
        assertThat(store.status(empty)).isPresent();
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
}
