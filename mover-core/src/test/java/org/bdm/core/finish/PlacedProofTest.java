package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.FileSystemTraits.Placing;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files are found as ours where inode numbers say nothing (sshfs, unionfs-fuse): by size and time, or by their bytes. */
@Tag("F1")
class PlacedProofTest extends FinishingFixture {
    private static final byte[] OTHER = "temporarily".getBytes(StandardCharsets.US_ASCII);

    private void fileSystem(long timeNanos) {
        FileSystemTraits traits = new FileSystemTraits(Placing.LINK, false, timeNanos, true, true, true);
        store.abilities(new StoreAbilities(true, false, true, traits));
    }

    /** Another program puts a file of the same size under the name, when the directory is forced. */
    private void replaceWhenForced(boolean withTime) {
        store.faults().beforeCall(call -> {
            boolean isOfDirectory =
                    call.kind() == StoreCall.Kind.FORCE_DIRECTORY && call.what().equals("/a/b");
            if (!isOfDirectory) return;
            store.faults().beforeCall(later -> {});
            try (WritableFile other = area.create("other")) {
                other.write(0, ByteBuffer.wrap(OTHER));
                if (withTime) other.setAttributes(MODIFIED, 0640);
            }
            area.place("other", PATH, PlaceMode.REPLACE);
        });
    }

    @Test
    void aFileWhoseSizeAndTimeAreThereIsPlaced() {
        fileSystem(1);
        finisher.finish(file(1, PATH));
        assertThat(result()).isInstanceOf(FinishResult.Placed.class);
    }

    @Test
    void aFileWithoutItsTimeIsPlacedAfterItsBytesWereRead() {
        fileSystem(FileSystemTraits.TIMES_LOST);
        finisher.finish(file(1, PATH));
        assertThat(result()).isInstanceOf(FinishResult.Placed.class);
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void aFileOfSomebodyElseIsNotOursByItsSize() {
        fileSystem(1);
        replaceWhenForced(false);
        finisher.finish(file(1, PATH));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void aFileOfSomebodyElseIsNotOursWhereOnlyBytesTell() {
        fileSystem(FileSystemTraits.TIMES_LOST);
        replaceWhenForced(true);
        finisher.finish(file(1, PATH));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }

    @Test
    void aFileThatWasPlacedBeforeACrashIsFoundByItsBytes() {
        fileSystem(1);
        FileToRecover left = dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        finisher.recover(left);
        assertThat(result()).isInstanceOf(FinishResult.Placed.class);
    }

    @Test
    void aFileThatWasChangedAfterACrashIsNotFoundByItsTime() {
        fileSystem(1);
        FileToRecover left = dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        store.flipBit(PATH, 3);
        finisher.recover(left);
        assertThat(result()).isInstanceOf(FinishResult.NotRecovered.class);
    }

    @Test
    void aTemporaryFileOfAnEarlierRunIsPlacedByItsBytes() {
        fileSystem(1);
        FileToRecover left = dieAt(StoreCall.Kind.PLACE);
        finisher.recover(left);
        assertThat(result()).isInstanceOf(FinishResult.Placed.class);
        assertThat(content(PATH)).isEqualTo(CONTENT);
    }

    @Test
    void aJobThatEndsFindsWhatItPlaced() {
        fileSystem(1);
        dieAt(StoreCall.Kind.FORCE_DIRECTORY);
        journal.close();
        PlacedFiles.Look look = new PlacedFiles(store, JOB).look(ChunkRight.endless(0), Map.of(new FileId(1), PATH));
        assertThat(look.placed()).containsOnlyKeys(new FileId(1));
        assertThat(look.unknown()).isEmpty();
        journal = TransferJournal.open(area, JOB, ChunkRight.endless(0));
    }

    @Test
    void aFileWithStableNumbersIsStillOursByItsNumberOnly() {
        replaceWhenForced(true);
        finisher.finish(file(1, StorePath.ofUtf8("a/b/tas.nc")));
        assertThat(failure().reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    }
}
