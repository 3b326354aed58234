package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

class FetchDisputeTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;
    private static final URI ONE = URI.create("https://one.example/f");
    private static final URI TWO = URI.create("https://two.example/f");
    private static final Checksum PUBLISHED = Checksum.ofHex(ChecksumAlgorithm.MD5, "00112233445566778899aabbccddeeff");

    private final FetchRig rig = new FetchRig(1);

    private FileEntry published(FileEntry entry) {
        FileEntry expecting = new FileEntry(
                entry.file(),
                entry.source(),
                entry.destination(),
                entry.listed(),
                Optional.of(PUBLISHED),
                entry.earlier());
        rig.tree.replaceEntry(expecting);
        return expecting;
    }

    private Checksum md5(FileEntry entry) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.MD5);
        digest.update(ByteBuffer.wrap(rig.tree.file(entry.source()).content()));
        return digest.finish();
    }

    @Test
    void bytesThatCopiesAgreeOnAgainstThePublishedDigestAreKeptAndNotPlaced() {
        FileEntry entry = published(rig.tree.addFile("f", 3 * BLOCK));
        Checksum found = md5(entry);
        rig.start();
        rig.source.verdicts.addAll(List.of(
                new DigestVerdict.Again(Optional.of(ONE)),
                new DigestVerdict.Disputed(Optional.of(TWO), found, List.of(ONE, TWO))));
        rig.runToEnd();

        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.FAILED);
        assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.CHECKSUM_DISPUTED);
        assertThat(rig.outcome(entry).reason().detail()).contains(found.hex(), PUBLISHED.hex());
        assertThat(rig.tried).containsEntry(ONE, found).containsEntry(TWO, found);
        assertThat(rig.bytesSent(entry)).isEqualTo(6L * BLOCK);
        assertThat(rig.store.status(entry.destination())).isEmpty();
        DisputedFile disputed = rig.disputed.get(0);
        assertThat(disputed.copies()).containsExactly(ONE, TWO);
        rig.stop();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        rig.store.quarantine().read(disputed.keptAs(), bytes -> {
            byte[] piece = new byte[bytes.remaining()];
            bytes.get(piece);
            kept.writeBytes(piece);
        });
        assertThat(kept.toByteArray()).isEqualTo(rig.tree.file(entry.source()).content());
    }

    @Test
    void aSmallFileIsKeptAsWell() {
        FileEntry entry = published(rig.tree.addFile("f", 30));
        rig.start();
        rig.source.verdicts.addAll(
                List.of(new DigestVerdict.Disputed(Optional.of(TWO), md5(entry), List.of(ONE, TWO))));
        rig.runToEnd();
        assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.CHECKSUM_DISPUTED);
        assertThat(rig.store.quarantine().names())
                .containsExactly(rig.disputed.get(0).keptAs());
        rig.stop();
    }

    @Test
    void whatEveryCopyGaveIsInTheSentenceWhenNothingIsLeftToTry() {
        FileEntry entry = published(rig.tree.addFile("f", 2 * BLOCK));
        rig.start();
        rig.source.verdicts.addAll(List.of(
                new DigestVerdict.Again(Optional.of(ONE)),
                new DigestVerdict.Again(Optional.of(TWO)),
                new DigestVerdict.Wrong(Optional.empty(), "one gave this, two gave that")));
        rig.runToEnd();
        assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(rig.outcome(entry).reason().detail()).contains("one gave this, two gave that");
        assertThat(rig.bytesSent(entry)).isEqualTo(6L * BLOCK);
        assertThat(rig.store.quarantine().names()).isEmpty();
        rig.stop();
    }
}
