package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.checksum.RunningRangeDigests;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Reuse;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damaged files of which the digests of ranges are known: only what is damaged is asked of the source. */
class FetchRepairTest {
    private static final int RANGE = 4 * FetchRig.BLOCK_BYTES;
    private static final int SIZE = 10 * RANGE + 5;
    private static final StorePath PATH = StorePath.ofUtf8("tas.nc");

    private final FetchRig rig = new FetchRig(7);
    private FileEntry entry;
    private byte[] content;

    @BeforeEach
    void publish() {
        rig.onConflict = ConflictPolicy.OVERWRITE;
        FileEntry listed = rig.tree.addFile("tas.nc", SIZE);
        content = rig.tree.file(PATH).content();
        entry = known(listed, ranges(content));
    }

    private FileEntry known(FileEntry listed, RangeDigests ranges) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content));
        Checksum published = digest.finish();
        FileEntry known = new FileEntry(
                listed.file(),
                listed.source(),
                listed.destination(),
                listed.listed(),
                Optional.of(published),
                listed.earlier(),
                listed.copies(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(ranges));
        rig.tree.replaceEntry(known);
        return known;
    }

    private static RangeDigests ranges(byte[] bytes) {
        RunningRangeDigests running = new RunningRangeDigests(RANGE);
        running.update(ByteBuffer.wrap(bytes));
        return running.finish().orElseThrow();
    }

    private void place(byte[] bytes) {
        WorkArea area = rig.store.workArea(new JobId(99));
        try (WritableFile file = area.create("there")) {
            file.write(0, ByteBuffer.wrap(bytes));
            file.force();
        }
        area.place("there", PATH, PlaceMode.NEW);
        rig.store.forceDirectory(StorePath.ROOT);
    }

    private void placeFlipped(int... places) {
        byte[] damaged = content.clone();
        for (int place : places) damaged[place] ^= 16;
        place(damaged);
    }

    private void assertRepaired(long bytesFetched, long bytesKept) {
        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.DONE);
        rig.assertSame(entry);
        assertThat(rig.bytesSent(entry)).isEqualTo(bytesFetched);
        assertThat(rig.outcome(entry).bytesMoved()).isEqualTo(bytesFetched);
        assertThat(rig.outcome(entry).bytesResent()).isZero();
        Reuse expected = bytesKept == 0 ? Reuse.NONE : new Reuse(Reuse.Way.REPAIRED, bytesKept);
        assertThat(rig.outcome(entry).reuse()).isEqualTo(expected);
    }

    @Test
    void oneFlippedBitCostsOneRange() {
        placeFlipped(3 * RANGE + 17);
        rig.start();
        rig.runToEnd();

        assertRepaired(RANGE, SIZE - RANGE);
        rig.stop();
    }

    @Test
    void twoBitsInTwoRangesCostTwo() {
        placeFlipped(0, SIZE - 1);
        rig.start();
        rig.runToEnd();

        assertRepaired(RANGE + 5, SIZE - RANGE - 5);
        rig.stop();
    }

    @Test
    void ofATruncatedFileTheRestIsFetched() {
        place(Arrays.copyOf(content, 6 * RANGE + 1));
        rig.start();
        rig.runToEnd();

        assertRepaired(SIZE - 6 * RANGE, 6 * RANGE);
        rig.stop();
    }

    @Test
    void nothingIsFetchedForAFileThatGrew() {
        place(Arrays.copyOf(content, SIZE + 9));
        rig.start();
        rig.runToEnd();

        assertRepaired(0, SIZE);
        rig.stop();
    }

    @Test
    void aMissingFileIsFetchedWhole() {
        rig.start();
        rig.runToEnd();

        assertRepaired(SIZE, 0);
        rig.stop();
    }

    @Test
    void whereTheWholeDigestIsWrongTheFileIsFetchedWholeAndNobodyIsBlamed() {
        byte[] other = content.clone();
        other[5 * RANGE] ^= 1;
        entry = known(entry, ranges(other)); // as if the bit flipped, and the CRC-32C did not tell
        place(other);
        rig.start();
        rig.source.verdicts.add(new DigestVerdict.Wrong(Optional.empty(), "a copy is blamed"));
        rig.runToEnd();

        assertThat(rig.outcome(entry).state()).isEqualTo(FileState.DONE);
        rig.assertSame(entry);
        assertThat(rig.outcome(entry).bytesMoved()).isEqualTo(SIZE);
        assertThat(rig.source.verdicts).hasSize(1);
        rig.stop();
    }

    @Test
    void aDeathInTheMiddleCostsNoRangeThatWasRight() {
        for (int seed = 0; seed < 40; seed++) {
            FetchRepairTest life = new FetchRepairTest();
            life.publish();
            life.diesInTheMiddle(seed);
        }
    }

    private void diesInTheMiddle(int seed) {
        placeFlipped(RANGE, 4 * RANGE, 7 * RANGE);
        rig.start();
        int steps = 3 * seed;
        int[] looks = new int[1];
        rig.runUntil(() -> looks[0]++ >= steps || rig.outcome(entry) != null);
        if (rig.outcome(entry) == null) {
            rig.die();
            rig.store.restart();
            rig.start();
            rig.runToEnd();
        }

        assertThat(rig.outcome(entry).state()).isIn(FileState.DONE, FileState.SKIPPED_SAME);
        rig.assertSame(entry);
        assertThat(rig.bytesSent(entry)).as("seed %d", seed).isLessThanOrEqualTo(6L * RANGE);
        rig.stop();
    }

    @Test
    void aLargeFileThatArrivesHasRangeDigests() {
        FileEntry large = rig.tree.addFile("large", (int) RangeDigests.RANGE_BYTES_MIN + 3);
        rig.start();
        rig.runToEnd();

        RangeDigests found = rig.outcome(large).ranges();
        assertThat(found).isNotNull();
        assertThat(found.count()).isEqualTo(2);
        assertThat(found.crc32c(1))
                .isEqualTo(RunningDigest.crc32c(ByteBuffer.wrap(
                        rig.tree.file(large.source()).content(), (int) RangeDigests.RANGE_BYTES_MIN, 3)));
        assertThat(rig.outcome(entry).ranges()).isNull();
        rig.stop();
    }
}
