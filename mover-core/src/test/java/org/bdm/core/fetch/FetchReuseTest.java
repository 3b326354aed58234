package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.HeldFile;
import org.bdm.core.transfer.Reuse;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.junit.jupiter.api.Test;

/** Files that become second names of files that are held, and what is told of them. */
class FetchReuseTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;
    private static final StorePath HELD = StorePath.ofUtf8("v1/tas.nc");

    private final FetchRig rig = new FetchRig(3);

    private FileVersion hold(byte[] content) {
        WorkArea area = rig.store.workArea(new JobId(99));
        rig.store.makeDirectories(HELD.parent(), 0755).forEach(rig.store::forceDirectory);
        try (WritableFile file = area.create("held")) {
            file.write(0, ByteBuffer.wrap(content));
            file.force();
        }
        area.place("held", HELD, PlaceMode.NEW);
        rig.store.forceDirectory(HELD.parent());
        return rig.store.status(HELD).orElseThrow().version();
    }

    private FileEntry published(FileEntry entry, FileVersion verified) {
        Checksum published = digest(rig.tree.file(entry.source()).content(), ChecksumAlgorithm.SHA256);
        FileEntry linked = new FileEntry(
                entry.file(),
                entry.source(),
                entry.destination(),
                entry.listed(),
                Optional.of(published),
                entry.earlier(),
                entry.copies(),
                Optional.empty(),
                Optional.of(new HeldFile(HELD, verified, new Evidence(EvidenceLevel.PUBLISHED, published))),
                Optional.empty());
        rig.tree.replaceEntry(linked);
        return linked;
    }

    @Test
    void aHeldFileIsLinkedAndNothingIsAskedOfTheSource() {
        FileEntry listed = rig.tree.addFile("v2/tas.nc", 3 * BLOCK);
        FileVersion held = hold(rig.tree.file(listed.source()).content());
        FileEntry entry = published(listed, held);
        rig.start();
        rig.runToEnd();

        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.DONE);
        assertThat(rig.outcome(entry).evidence().level()).isEqualTo(EvidenceLevel.PUBLISHED);
        assertThat(rig.outcome(entry).reuse()).isEqualTo(new Reuse(Reuse.Way.LINKED, 3L * BLOCK));
        assertThat(rig.outcome(entry).bytesMoved()).isZero();
        assertThat(rig.bytesSent(entry)).isZero();
        assertThat(rig.store.status(entry.destination()).orElseThrow().version().inode())
                .isEqualTo(held.inode());
        rig.stop();
    }

    @Test
    void aHeldFileThatIsNoLongerWhatItWasIsNotLinkedAndTheFileIsMoved() {
        FileEntry listed = rig.tree.addFile("v2/tas.nc", 3 * BLOCK);
        FileVersion held = hold(new byte[3 * BLOCK]);
        FileVersion before =
                new FileVersion(held.size(), held.modified().minusSeconds(5), held.changed(), held.inode());
        FileEntry entry = published(listed, before);
        rig.start();
        rig.runToEnd();

        rig.assertSame(entry);
        assertThat(rig.outcome(entry).reuse()).isEqualTo(Reuse.NONE);
        assertThat(rig.outcome(entry).bytesMoved()).isEqualTo(3L * BLOCK);
        rig.stop();
    }

    @Test
    void aFileWithOtherContentIsReplacedByALinkIfTheJobMayReplace() {
        FileEntry listed = rig.tree.addFile("v2/tas.nc", 3 * BLOCK);
        FileVersion held = hold(rig.tree.file(listed.source()).content());
        FileEntry entry = published(listed, held);
        rig.onConflict = ConflictPolicy.OVERWRITE;
        WorkArea area = rig.store.workArea(new JobId(98));
        rig.store.makeDirectories(entry.destination().parent(), 0755).forEach(rig.store::forceDirectory);
        try (WritableFile other = area.create("other")) {
            other.write(0, ByteBuffer.allocate(3 * BLOCK)); // of the same size: it is compared first
        }
        area.place("other", entry.destination(), PlaceMode.NEW);
        rig.start();
        rig.runToEnd();

        assertThat(rig.outcome(entry).reuse().way()).isEqualTo(Reuse.Way.LINKED);
        assertThat(rig.bytesSent(entry)).isZero();
        assertThat(rig.store.status(entry.destination()).orElseThrow().version().inode())
                .isEqualTo(held.inode());
        rig.stop();
    }

    @Test
    void bytesOfAHeldFileAreReusedAndNotMoved() {
        FileEntry entry = rig.tree.addFile("v2/tas.nc", 3 * BLOCK);
        rig.start();
        rig.source.isHere = true;
        rig.runToEnd();

        rig.assertSame(entry);
        assertThat(rig.outcome(entry).reuse()).isEqualTo(new Reuse(Reuse.Way.COPIED, 3L * BLOCK));
        assertThat(rig.outcome(entry).bytesMoved()).isZero();
        assertThat(rig.outcome(entry).bytesResent()).isZero();
        rig.stop();
    }

    @Test
    void aFileThatWasPublishedWithMd5GetsSha256InTheSamePass() {
        FileEntry listed = rig.tree.addFile("v2/tas.nc", 3 * BLOCK);
        byte[] content = rig.tree.file(listed.source()).content();
        FileEntry entry = new FileEntry(
                listed.file(),
                listed.source(),
                listed.destination(),
                listed.listed(),
                Optional.of(digest(content, ChecksumAlgorithm.MD5)),
                listed.earlier(),
                listed.copies(),
                Optional.of(ChecksumAlgorithm.SHA256),
                Optional.empty(),
                Optional.empty());
        rig.tree.replaceEntry(entry);
        rig.start();
        rig.runToEnd();

        assertThat(rig.outcome(entry).evidence().digest()).isEqualTo(digest(content, ChecksumAlgorithm.MD5));
        assertThat(rig.outcome(entry).also()).isEqualTo(digest(content, ChecksumAlgorithm.SHA256));
        assertThat(rig.bytesSent(entry)).isEqualTo(content.length);
        rig.stop();
    }

    private static Checksum digest(byte[] content, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(ByteBuffer.wrap(content));
        return digest.finish();
    }

    @Test
    void afterACrashBehindTheLinkTheFileIsFoundByItsDigest() {
        FileEntry listed = rig.tree.addFile("v2/tas.nc", 3 * BLOCK);
        FileVersion held = hold(rig.tree.file(listed.source()).content());
        FileEntry entry = published(listed, held);
        rig.start();
        rig.runUntil(() -> rig.store.status(entry.destination()).isPresent());
        rig.die();
        rig.start();
        rig.runToEnd();

        assertThat(rig.outcome(entry).state()).isIn(FileState.DONE, FileState.SKIPPED_SAME);
        assertThat(rig.bytesSent(entry)).isZero();
        assertThat(rig.store.status(HELD)).isPresent();
        rig.stop();
    }
}
