package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens when something is at the destination already. */
class FetchConflictTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;

    private final FetchRig rig = new FetchRig(5);

    @Test
    void sameContentIsSkippedWithoutABlock() {
        FileEntry entry = rig.tree.addFile("f", 3 * BLOCK);
        put("f", rig.tree.file(entry.source()).content());
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.SKIPPED_SAME);
        assertThat(rig.outcome(entry).evidence().level()).isEqualTo(EvidenceLevel.STREAM);
        assertThat(rig.source.bytesSentTotal()).isZero();
        rig.stop();
    }

    @Test
    void otherContentIsLeftAloneAndFailsAndOthersGoOn() {
        FileEntry same = rig.tree.addFile("same-size", 3 * BLOCK);
        FileEntry shorter = rig.tree.addFile("shorter", 3 * BLOCK);
        FileEntry good = rig.tree.addFile("good", 10);
        put("same-size", new byte[3 * BLOCK]);
        put("shorter", new byte[5]);
        rig.start();
        rig.runToEnd();
        for (FileEntry entry : new FileEntry[] {same, shorter}) {
            assertThat(rig.outcome(entry).state()).isEqualTo(FileState.FAILED);
            assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
            assertThat(rig.bytesSent(entry)).isZero();
        }
        assertThat(rig.contentOf(same)).isEqualTo(new byte[3 * BLOCK]);
        rig.assertSame(good);
        rig.stop();
    }

    @Test
    void withFailTheSessionStopsAtTheFirst() {
        rig.onConflict = ConflictPolicy.FAIL;
        FileEntry entry = rig.tree.addFile("f", 3 * BLOCK);
        put("f", new byte[7]);
        rig.start();
        rig.runUntil(() -> !rig.blocked.isEmpty());
        assertThat(rig.blocked.get(0).code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.FAILED);
        rig.stop();
    }

    @Test
    void withOverwriteOtherContentIsReplacedAndSameContentIsNot() {
        rig.onConflict = ConflictPolicy.OVERWRITE;
        FileEntry other = rig.tree.addFile("other", 3 * BLOCK);
        FileEntry same = rig.tree.addFile("same", 2 * BLOCK);
        FileEntry link = rig.tree.addLink("link", "other");
        put("other", new byte[3 * BLOCK]);
        put("same", rig.tree.file(same.source()).content());
        put("link", new byte[1]);
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(other).state()).isEqualTo(FileState.DONE);
        assertThat(rig.outcome(same).state()).isEqualTo(FileState.SKIPPED_SAME);
        rig.assertSame(other);
        rig.assertSame(link);
        rig.stop();
    }

    @Tag("N7")
    @Test
    void aSourceWithoutDigestsIsReadBesideWhatIsThereWhichThenIsTheSameOrDiffers() {
        FileEntry right = rig.tree.addFile("right", 3 * BLOCK);
        FileEntry wrong = rig.tree.addFile("wrong", 2 * BLOCK);
        put("right", rig.tree.file(right.source()).content());
        put("wrong", new byte[2 * BLOCK]);
        rig.start();
        rig.source.faults().computesNothing = true;
        rig.runToEnd();
        assertThat(rig.outcome(right).state()).isEqualTo(FileState.SKIPPED_SAME);
        assertThat(rig.outcome(wrong).state()).isEqualTo(FileState.FAILED);
        assertThat(rig.outcome(wrong).reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(rig.contentOf(wrong)).isEqualTo(new byte[2 * BLOCK]);
        rig.stop();
    }

    @Tag("N7")
    @Test
    void aSourceWithoutDigestsReplacesWhatIsThereIfItIsTo() {
        rig.onConflict = ConflictPolicy.OVERWRITE;
        FileEntry right = rig.tree.addFile("right", 3 * BLOCK);
        FileEntry wrong = rig.tree.addFile("wrong", 2 * BLOCK);
        put("right", rig.tree.file(right.source()).content());
        put("wrong", new byte[2 * BLOCK]);
        rig.start();
        rig.source.faults().computesNothing = true;
        rig.runToEnd();
        assertThat(rig.outcome(right).state()).isEqualTo(FileState.DONE);
        assertThat(rig.outcome(wrong).state()).isEqualTo(FileState.DONE);
        rig.assertSame(wrong);
        rig.stop();
    }

    @Test
    void aDirectoryIsNeverReplacedByAFileNorAFileByADirectory() {
        rig.onConflict = ConflictPolicy.OVERWRITE;
        FileEntry file = rig.tree.addFile("d", 3 * BLOCK);
        FileEntry directory = rig.tree.addDirectory("f");
        FileEntry below = rig.tree.addFile("f/x", 10);
        rig.store.makeDirectories(StorePath.ofUtf8("d"), 0755);
        put("d/y", new byte[1]);
        put("f", new byte[1]);
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(file).reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(rig.outcome(directory).reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(rig.outcome(below).reason().code()).isEqualTo(ErrorCode.PATH_BLOCKED);
        rig.stop();
    }

    @Tag("T1")
    @ParameterizedTest
    @EnumSource(names = {"UPDATE", "OVERWRITE"})
    void aJobThatReplacesTakesThePlaceOfDirectoriesWithoutAnyFile(ConflictPolicy policy) {
        rig.onConflict = policy;
        FileEntry file = rig.tree.addFile("d", 3 * BLOCK);
        FileEntry link = rig.tree.addLink("latest", "d");
        FileEntry other = rig.tree.addFile("full", BLOCK);
        rig.store.makeDirectories(StorePath.ofUtf8("d/e/f"), 0755);
        rig.store.makeDirectories(StorePath.ofUtf8("d/g"), 0755);
        rig.store.makeDirectories(StorePath.ofUtf8("latest"), 0755);
        rig.store.makeDirectories(StorePath.ofUtf8("full/empty"), 0755);
        rig.store.makeDirectories(StorePath.ofUtf8("full/deep"), 0755);
        put("full/deep/x", new byte[1]);
        rig.start();
        rig.runToEnd();
        rig.assertSame(file);
        rig.assertSame(link);
        assertThat(rig.outcome(other).reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(rig.bytesSent(other))
                .as("sent for a place that it cannot have")
                .isZero();
        assertThat(rig.store.status(StorePath.ofUtf8("full/deep/x"))).isPresent();
        assertThat(rig.store.status(StorePath.ofUtf8("full/empty"))).isPresent();
        rig.stop();
    }

    @Test
    @Tag("F4")
    void anEntryThatCannotBeLookedAtFailsAloneAndTheDestinationIsNamed() {
        FileEntry link = rig.tree.addLink("link", "good");
        FileEntry file = rig.tree.addFile("file", 10);
        FileEntry good = rig.tree.addFile("good", 10);
        String detail = "readlink of in:/link failed: EPERM (not permitted)";
        rig.store.faults().hidden(link.destination(), new MoverException(ErrorCode.SOURCE_UNREADABLE, detail));
        rig.store
                .faults()
                .hidden(file.destination(), new MoverException(ErrorCode.SOURCE_READ_ERROR, "statx failed: EIO"));
        rig.start();
        rig.runToEnd();
        for (FileEntry entry : new FileEntry[] {link, file}) {
            assertThat(rig.outcome(entry).state()).isEqualTo(FileState.FAILED);
            assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.DESTINATION_UNREADABLE);
            assertThat(rig.outcome(entry).reason().sentence()).contains("destination's server");
        }
        assertThat(rig.outcome(link).reason().detail()).isEqualTo(detail);
        assertThat(rig.blocked).isEmpty();
        rig.assertSame(good);
        rig.stop();
    }

    @Test
    void aLinkWithAnotherTargetIsLeftAlone() {
        FileEntry link = rig.tree.addLink("link", "other");
        rig.store.workArea(new JobId(99)).placeSymbolicLink(new byte[] {'x'}, link.destination(), PlaceMode.NEW);
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(link).reason().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        rig.stop();
    }

    @Test
    void aSourceThatChangedWhileItWasComparedIsComparedInItsNewVersion() {
        FileEntry entry = rig.tree.addFile("f", 3 * BLOCK);
        rig.tree.rewrite(entry.source(), 3 * BLOCK, 9);
        put("f", rig.tree.file(entry.source()).content());
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.SKIPPED_SAME);
        rig.stop();
    }

    @Test
    void discardLeavesNothingOfTheJob() {
        FileEntry entry = rig.tree.addFile("f", 30 * BLOCK);
        rig.start();
        rig.runUntil(() -> rig.source.bytesSentTotal() > 5L * BLOCK);
        boolean[] done = new boolean[1];
        rig.session.discard().thenRun(() -> done[0] = true);
        assertThat(rig.runUntil(() -> done[0])).isTrue();
        assertThat(rig.store.workAreas()).isEmpty();
        assertThat(rig.store.status(entry.destination())).isEmpty();
        rig.settle();
        assertThat(rig.cache.blocksFree()).isEqualTo(rig.cache.blocks());
    }

    private void put(String path, byte[] content) {
        WorkArea area = rig.store.workArea(new JobId(99));
        try (WritableFile file = area.create("x")) {
            file.write(0, ByteBuffer.wrap(content));
            file.setAttributes(Instant.EPOCH, 0644);
            file.force();
        }
        area.place("x", StorePath.ofUtf8(path), PlaceMode.NEW);
        area.remove();
    }
}
