package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.EarlierRuns;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

/** What the digest of a file finds: bytes that are not what was published, and bytes that cannot be read back for it. */
class FetchDigestsTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;

    private final FetchRig rig = new FetchRig(3);

    @Test
    void aWrongDigestWithAllBlocksRightIsMovedOnceMoreAndThenFails() {
        FileEntry once = rig.tree.addFile("once", 2 * BLOCK);
        rig.tree.replaceEntry(expecting(once, sha256(once)));
        rig.start();
        rig.stages.hasher.wrongDigests = 1;
        rig.runToEnd();
        rig.assertArrived();
        assertThat(rig.outcome(once).bytesMoved()).isEqualTo(4L * BLOCK);
        rig.stop();
    }

    @Test
    void contentThatIsNotWhatWasPublishedFailsAfterTwoWholeTries() {
        FileEntry entry = rig.tree.addFile("f", 2 * BLOCK);
        FileEntry small = rig.tree.addFile("s", 20);
        Checksum wrong = Checksum.ofHex(ChecksumAlgorithm.MD5, "00112233445566778899aabbccddeeff");
        rig.tree.replaceEntry(expecting(entry, wrong));
        rig.tree.replaceEntry(expecting(small, wrong));
        rig.start();
        rig.runToEnd();
        assertFailed(entry, ErrorCode.CHECKSUM_MISMATCH);
        assertFailed(small, ErrorCode.CHECKSUM_MISMATCH);
        assertThat(rig.bytesSent(entry)).isEqualTo(4L * BLOCK);
        assertThat(rig.bytesSent(small)).isEqualTo(40);
        assertThat(rig.store.status(entry.destination())).isEmpty();
        rig.stop();
        assertThat(rig.store.workArea(FetchRig.JOB).names()).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void filesWhoseSurvivingBytesCannotBeReadBackForTheirDigestAreSentAnew() {
        for (int i = 0; i < 20; i++) rig.tree.addFile("big" + i, 40 * BLOCK + i);
        rig.start();
        assertThat(rig.runUntil(() ->
                        rig.tree.entries().stream().mapToLong(rig::bytesSent).sum() > 300L * BLOCK))
                .isTrue();
        rig.die();
        rig.start();
        rig.stages.hasher.unreadable = Integer.MAX_VALUE;
        rig.runUntil(() -> rig.stages.hasher.unreadable < Integer.MAX_VALUE - 3);
        rig.stages.hasher.unreadable = 0;
        rig.runToEnd();
        rig.assertArrived();
        rig.stop();
    }

    private static FileEntry expecting(FileEntry entry, Checksum expected) {
        return new FileEntry(
                entry.file(),
                entry.source(),
                entry.destination(),
                entry.listed(),
                Optional.of(expected),
                EarlierRuns.NONE);
    }

    private Checksum sha256(FileEntry entry) {
        var digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(rig.tree.file(entry.source()).content()));
        return digest.finish();
    }

    private void assertFailed(FileEntry entry, ErrorCode code) {
        FileOutcome outcome = rig.outcome(entry);
        assertThat(outcome).as("outcome of %s", entry.source()).isNotNull();
        assertThat(outcome.state()).isEqualTo(FileState.FAILED);
        assertThat(outcome.reason().code()).isEqualTo(code);
    }
}
