package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a file and its temporary file when a step fails, and how much a step that succeeds proves. */
class FailedFileTest extends FinishingFixture {
    private static final byte[] TARGET = "../files".getBytes(StandardCharsets.US_ASCII);

    /** Kept where only the moment was wrong; gone where its bytes are; there, but not to be resumed, where nobody knows. */
    @ParameterizedTest
    @CsvSource({
        "SET_ATTRIBUTES, NO_SPACE, true, true",
        "SET_ATTRIBUTES, TOO_MANY_OPEN_FILES, true, true",
        "SET_ATTRIBUTES, WRITE_ERROR, true, true",
        "SET_ATTRIBUTES, INTERNAL, true, true",
        "SET_ATTRIBUTES, OUTCOME_UNKNOWN, true, false",
        "SET_ATTRIBUTES, SYNC_FAILED, false, false",
        "SET_ATTRIBUTES, NAME_TOO_LONG, false, false",
        "SET_ATTRIBUTES, CHECKSUM_MISMATCH, false, false",
        "PLACE, NO_SPACE, true, true",
        "PLACE, OUTCOME_UNKNOWN, true, false",
        "PLACE, NAME_TOO_LONG, false, false",
    })
    void kindOfTheErrorDecidesWhetherTheTemporaryFileStays(
            StoreCall.Kind step, ErrorCode code, boolean isThere, boolean isToldAsKept) {
        store.faults().beforeCall(call -> {
            if (call.kind() == step) throw new MoverException(code, "a fault");
        });
        finisher.finish(file(1, PATH));

        FinishResult.Failed failed = failure();
        assertThat(failed.file()).isEqualTo(new FileId(1));
        assertThat(failed.reason().code()).isEqualTo(code);
        assertThat(failed.temporaryKept()).isEqualTo(isToldAsKept);
        assertThat(area.names().contains("1-1.part")).isEqualTo(isThere);
        assertThat(openTemporaries()).isEmpty();
        assertThat(store.status(PATH)).isEmpty();
    }

    @Test
    void defectIsToldAsOneAndKeepsTheTemporaryFile() {
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.PLACE) throw new IllegalStateException("a defect");
        });
        finisher.finish(file(1, PATH));

        FinishResult.Failed failed = failure();
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failed.reason().detail()).contains("a defect");
        assertThat(failed.temporaryKept()).isTrue();
        assertThat(area.names()).contains("1-1.part");
    }

    @Test
    void leftoverThatCannotBeDeletedDoesNotHideWhatLedThere() {
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.DELETE)
                throw new MoverException(ErrorCode.WRITE_ERROR, "unlink said EIO");
        });
        finisher.finish(file(1, PATH, Optional.of(sha256(new byte[0]))));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
    }

    @Test
    void placedFileIsClosedAndLeavesNoTemporaryName() {
        finisher.finish(file(1, PATH));

        assertThat(result().file()).isEqualTo(new FileId(1));
        assertThat(openTemporaries()).isEmpty();
        assertThat(area.names()).containsExactly("chunk-0.journal");
    }

    /** Reading again from the page cache proves no more than hashing in passing. */
    @ParameterizedTest
    @CsvSource({
        "true, true, READBACK_MEMORY",
        "true, false, READBACK_MEMORY",
        "false, true, READBACK",
        "false, false, STREAM"
    })
    void whatReadingAgainProvesDependsOnTheFileSystem(boolean memoryOnly, boolean directRead, EvidenceLevel proven) {
        store.abilities(new StoreAbilities(true, memoryOnly, directRead));
        finisher = finisher(true, PlaceMode.NEW);
        finisher.finish(file(1, PATH));
        assertThat(level()).isEqualTo(proven);
    }

    @Test
    void nothingIsPlacedWhoseJournalFailedAndOthersAreNotHeldUp() {
        store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.FORCE && call.what().endsWith("chunk-0.journal");
            if (isHit) throw new MoverException(ErrorCode.SYNC_FAILED, "fsync said EIO");
        });
        StorePath other = StorePath.ofUtf8("a/b/other.nc");
        finisher.finish(file(1, PATH));
        FinishResult.Failed failed = failure();
        assertThat(failed.file()).isEqualTo(new FileId(1));
        assertThat(failed.reason().code()).isEqualTo(ErrorCode.SYNC_FAILED);

        try (TransferJournal second = TransferJournal.open(area, JOB, ChunkRight.endless(1))) {
            FileToFinish file = file(2, other);
            finisher.finish(new FileToFinish(
                    file.file(), EPOCH, file.temporary(), second, other, file.attributes(), file.digest()));
            assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        }
        assertThat(store.status(PATH)).isEmpty();
    }

    /** A network file system may repeat a link that succeeded, and answer that the name is there. */
    @Test
    void nameThatIsOursAlreadyCountsAsPlaced() {
        store.makeDirectories(PATH.parent(), 0755);
        store.faults().beforeCall(call -> {
            boolean isLastForce =
                    call.kind() == StoreCall.Kind.FORCE && call.what().endsWith(".journal");
            if (!isLastForce) return;
            area.place("1-1.part", PATH, PlaceMode.NEW);
            area.link("1-1.part", PATH, PATH);
        });
        finisher.finish(file(1, PATH));

        assertThat(level()).isEqualTo(EvidenceLevel.STREAM);
        assertThat(content(PATH)).isEqualTo(CONTENT);
        assertThat(area.names()).as("the second name is deleted").containsExactly("chunk-0.journal");
    }

    @ParameterizedTest
    @CsvSource({"../files, true", "../other, false"})
    void linkThatSomebodyMadeInTheSameMomentCountsOnlyIfItIsTheSame(String target, boolean isSame) {
        boolean[] isMade = {false};
        StorePath latest = StorePath.ofUtf8("v1/latest");
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.PLACE_SYMBOLIC_LINK || isMade[0]) return;
            isMade[0] = true;
            area.placeSymbolicLink(target.getBytes(StandardCharsets.US_ASCII), latest, PlaceMode.NEW);
            throw new MoverException(ErrorCode.DESTINATION_EXISTS, "symlink said EEXIST");
        });
        finisher.placeSymbolicLink(new FileId(3), TARGET, latest, ChunkRight.endless(0));

        if (isSame) {
            assertThat(result()).isEqualTo(new FinishResult.Placed(new FileId(3), Optional.empty()));
        } else {
            assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        }
        assertThat(store.status(latest).orElseThrow().linkTarget()).asString().isEqualTo(target);
    }

    @Test
    void fileIsNotTakenForALinkThatLeadsToTheSameName() {
        finisher.finish(file(1, PATH));
        level();
        finisher.placeSymbolicLink(new FileId(3), TARGET, PATH, ChunkRight.endless(0));

        assertThat(failure().reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(content(PATH)).isEqualTo(CONTENT);
        assertThat(List.copyOf(results)).isEmpty();
    }
}
