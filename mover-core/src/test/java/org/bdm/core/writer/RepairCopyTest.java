package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bdm.core.block.ByteRange;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.checksum.RunningRangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.junit.jupiter.api.Test;

/** A damaged file at the destination, of which the digests of ranges are known. */
class RepairCopyTest extends WriterFixture {
    private static final int RANGE = 2 * BLOCK;

    private final byte[] content = content(4 * RANGE + 100);
    private final RangeDigests ranges = ranges(content);

    private static RangeDigests ranges(byte[] bytes) {
        RunningRangeDigests running = new RunningRangeDigests(RANGE);
        running.update(ByteBuffer.wrap(bytes));
        return running.finish().orElseThrow();
    }

    private byte[] flipped(int... places) {
        byte[] damaged = content.clone();
        for (int place : places) damaged[place] ^= 4;
        return damaged;
    }

    private void place(byte[] bytes) {
        try (WritableFile file = area.create("damaged")) {
            if (bytes.length > 0) file.write(0, ByteBuffer.wrap(bytes));
            file.force();
        }
        area.place("damaged", PATH, PlaceMode.NEW);
    }

    private void repair(Supplier<ReadableFile> damaged) {
        writer.repair(file(FILE, EPOCH, content.length), damaged, ranges);
        assertThat(next()).isEqualTo("opened 1-1");
    }

    private void assertKept(ByteRange range) {
        ByteBuffer bytes = ByteBuffer.allocate((int) range.length());
        opened.temporary().read(range.offset(), bytes);
        assertThat(bytes.array())
                .isEqualTo(Arrays.copyOfRange(content, (int) range.offset(), (int) range.endExclusive()));
    }

    private List<ByteRange> all() {
        return List.of(ranges.range(0), ranges.range(1), ranges.range(2), ranges.range(3), ranges.range(4));
    }

    @Test
    void rangesWithTheirDigestAreCopiedAndTheDamagedFileStaysAsItIs() {
        byte[] damaged = flipped(RANGE + 7, content.length - 1);
        place(damaged);
        repair(() -> store.open(PATH));

        assertThat(opened.surviving())
                .containsExactly(
                        ByteRange.between(0, RANGE), ByteRange.between(2 * RANGE, 4 * RANGE)); // the two are one
        assertThat(opened.damaged()).containsExactly(ranges.range(1), ranges.range(4));
        opened.surviving().forEach(this::assertKept);
        try (ReadableFile there = store.open(PATH)) {
            ByteBuffer bytes = ByteBuffer.allocate(content.length);
            there.read(0, bytes);
            assertThat(bytes.array()).isEqualTo(damaged);
        }
        assertThat(opened.temporary().size()).isEqualTo(content.length);
        opened.temporary().close();
    }

    @Test
    void ofATruncatedFileItsWholeRangesAreCopied() {
        place(Arrays.copyOf(content, 2 * RANGE + 1));
        repair(() -> store.open(PATH));

        assertThat(opened.surviving()).containsExactly(ByteRange.between(0, 2 * RANGE));
        opened.temporary().close();
    }

    @Test
    void aFileThatGrewHasAllRanges() {
        place(Arrays.copyOf(content, content.length + 1));
        repair(() -> store.open(PATH));

        assertThat(opened.surviving()).containsExactly(new ByteRange(0, content.length));
        opened.temporary().close();
    }

    @Test
    void whatTheDiskCannotReadIsDamaged() {
        place(content);
        repair(() -> new Unreadable(store.open(PATH), ranges.range(2)));

        assertThat(opened.damaged()).containsExactly(ranges.range(2));
        opened.temporary().close();
    }

    @Test
    void ofAFileThatCannotBeOpenedNothingIsKept() {
        repair(() -> {
            throw new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk is broken");
        });

        assertThat(opened.surviving()).isEmpty();
        assertThat(history().durable()).isEmpty();
        opened.temporary().close();
    }

    @Test
    void afterADeathTheCopyIsKnownAndCountsAsKept() {
        place(flipped(0));
        repair(() -> store.open(PATH));
        store.restart();

        FileHistory known = history();
        assertThat(known.epoch()).isEqualTo(new Epoch(1));
        assertThat(known.bytesReceived()).isZero();
        assertThat(known.bytesKept()).isEqualTo(content.length - RANGE);
        assertThat(known.durable()).extracting(DurableBlock::range).containsExactlyElementsOf(all().subList(1, 5));
        opened.temporary().close();
    }

    @Test
    void theCopyIsDurableBeforeItIsRecorded() {
        place(content);
        int before = store.calls().size();
        repair(() -> store.open(PATH));

        List<String> calls = store.calls().subList(before, store.calls().size()).stream()
                .map(StoreCall::toString)
                .toList();
        assertThat(calls)
                .containsSubsequence(
                        "WRITE job-7/" + TEMPORARY,
                        "FORCE job-7/" + TEMPORARY,
                        "WRITE job-7/chunk-0.journal",
                        "FORCE job-7/chunk-0.journal");
        opened.temporary().close();
    }

    /** A file with a bad sector. */
    private record Unreadable(ReadableFile file, ByteRange bad) implements ReadableFile {
        @Override
        public FileStatus status() {
            return file.status();
        }

        @Override
        public int read(long offset, ByteBuffer target) {
            if (bad.covers(new ByteRange(offset, 1))) throw new MoverException(ErrorCode.SOURCE_READ_ERROR, "EIO");
            return file.read(offset, target);
        }

        @Override
        public long holeEnd(long offset) {
            return file.holeEnd(offset);
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
