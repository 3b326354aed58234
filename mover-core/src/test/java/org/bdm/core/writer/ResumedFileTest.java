package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of an earlier run is believed: bytes that were marked and still have their checksum, and nothing else. */
class ResumedFileTest extends WriterFixture {
    private final byte[] content = content(3 * BLOCK);
    private long inode;

    private void left(byte[] bytes) {
        try (WritableFile file = area.create(TEMPORARY)) {
            file.write(0, ByteBuffer.wrap(bytes));
            file.force();
            inode = file.inode();
        }
    }

    private static DurableBlock zeros(ByteRange range) {
        return new DurableBlock(range, OptionalInt.empty());
    }

    private DurableBlock good(ByteRange range) {
        return new DurableBlock(range, OptionalInt.of(crc32c(content, range)));
    }

    private static DurableBlock wrong(ByteRange range) {
        return new DurableBlock(range, OptionalInt.of(4711));
    }

    private void resume(long size, DurableBlock... durable) {
        FileHistory history = new FileHistory(
                FILE, EPOCH, inode, Optional.of(version(size)), List.of(durable), 0, 0, Optional.empty());
        writer.resume(file(FILE, EPOCH, size), history);
    }

    private void resumed(long size, DurableBlock... durable) {
        resume(size, durable);
        assertThat(next()).isEqualTo("opened 1-1");
    }

    private void holdResize(CountDownLatch isChecking, CountDownLatch go) {
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.RESIZE) return;
            isChecking.countDown();
            await(go);
        });
    }

    @Test
    void onlyBlocksWithTheirChecksumSurvive() {
        left(content);
        resumed(content.length, good(block(0)), wrong(block(1)));

        assertThat(opened.surviving()).containsExactly(block(0));
        assertThat(opened.damaged()).containsExactly(block(1));
        assertThat(store.calls(StoreCall.Kind.RESIZE)).as("its size is right").isEmpty();
    }

    @Test
    void whatOneRecordProvesNoOlderOrNewerOneMakesDamaged() {
        left(content);
        resumed(content.length, wrong(block(0)), good(block(0)), good(block(1)), wrong(block(1)));

        assertThat(opened.surviving()).containsExactly(new ByteRange(0, 2 * BLOCK));
        assertThat(opened.damaged()).isEmpty();
    }

    @Test
    void ofABlockThatOverlapsAProvenOneOnlyTheRestIsDamaged() {
        left(content);
        resumed(content.length, wrong(new ByteRange(BLOCK / 2, 2 * BLOCK)), good(block(0)));

        assertThat(opened.surviving()).containsExactly(block(0));
        assertThat(opened.damaged()).containsExactly(new ByteRange(BLOCK, BLOCK + BLOCK / 2));
    }

    @Test
    void blockBeyondTheEndOfTheFileIsNotBelieved() {
        left(content);
        ByteRange last = new ByteRange(2 * BLOCK, BLOCK);
        resumed(content.length - 1, good(block(1)), good(last));

        assertThat(opened.surviving()).containsExactly(block(1));
        assertThat(opened.damaged()).containsExactly(last);
    }

    @Test
    void lengthThatThePowerCutTookIsGivenBackAndItsBytesAreDamaged() {
        left(java.util.Arrays.copyOf(content, 2 * BLOCK - 1));
        resumed(content.length, good(block(0)), good(block(1)), good(block(2)));

        assertThat(opened.surviving()).containsExactly(block(0));
        assertThat(opened.damaged()).containsExactly(new ByteRange(BLOCK, 2 * BLOCK));
        assertThat(opened.temporary().size()).isEqualTo(content.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, (1 << 20) - 1, 1 << 20, (5 << 19) - 1})
    void blockLongerThanWhatIsReadAtOnceIsReadToItsLastByte(int flipped) {
        byte[] large = content(5 << 19);
        ByteRange whole = new ByteRange(0, large.length);
        DurableBlock record = new DurableBlock(whole, OptionalInt.of(crc32c(large, whole)));
        if (flipped >= 0) large[flipped] ^= 1;
        left(large);
        resumed(large.length, record);

        if (flipped < 0) {
            assertThat(opened.surviving()).containsExactly(whole);
        } else {
            assertThat(opened.damaged()).containsExactly(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 7, 8, (1 << 20) - 1, 1 << 20, (1 << 20) + 8, (1 << 20) + 12})
    void zerosMustBeZerosToTheirLastByte(int other) {
        byte[] zeros = new byte[(1 << 20) + 13];
        if (other >= 0) zeros[other] = 1;
        left(zeros);
        ByteRange whole = new ByteRange(0, zeros.length);
        resumed(zeros.length, zeros(whole));

        if (other < 0) {
            assertThat(opened.surviving()).containsExactly(whole);
        } else {
            assertThat(opened.damaged()).containsExactly(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 4})
    void fewZerosMustBeZerosToo(int other) {
        byte[] zeros = new byte[5];
        if (other >= 0) zeros[other] = 1;
        left(zeros);
        resumed(zeros.length, zeros(new ByteRange(0, 5)));
        assertThat(opened.surviving()).hasSize(other < 0 ? 1 : 0);
    }

    @Test
    void holeIsZerosWithoutBeingRead() {
        left(new byte[1]);
        long size = 1L << 40;
        resumed(size, zeros(new ByteRange(1, size - 1)));
        assertThat(opened.surviving()).containsExactly(new ByteRange(1, size - 1));
    }

    @Test
    void fileThatIsGoneStartsAnewUnderTheNextEpochAndTellsWhatIsLost() {
        inode = 99;
        resume(content.length, good(block(0)), good(block(1)));

        assertThat(next()).isEqualTo("opened 1-2");
        assertThat(opened.surviving()).isEmpty();
        assertThat(opened.damaged()).containsExactly(new ByteRange(0, 2 * BLOCK));
        assertThat(opened.temporary().size()).isEqualTo(content.length);
        assertThat(area.names()).contains("1-2.part");
    }

    @Test
    void fileOfAnotherInodeIsClosedAndReplacedUnderTheNextEpoch() {
        left(content);
        inode++;
        resume(content.length, good(block(0)));

        assertThat(next()).isEqualTo("opened 1-2");
        assertThat(opened.surviving()).isEmpty();
        assertThat(area.names()).contains("1-2.part").doesNotContain(TEMPORARY);
        assertThat(store.openFiles()).doesNotContain("job-7/1-1.part");
    }

    @Test
    void fileThatCannotBeCheckedIsClosedAndStays() {
        left(content);
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.RESIZE) throw new MoverException(ErrorCode.WRITE_ERROR, "EIO");
        });
        resume(content.length + 1, good(block(0)));

        assertThat(next()).isEqualTo("failed 1-1 WRITE_ERROR");
        assertThat(store.openFiles()).containsExactly("job-7/chunk-0.journal");
        assertThat(area.names()).contains(TEMPORARY);
    }

    @Test
    void fileForWhoseRestThereIsNoRoomIsClosedAndStays() {
        left(content);
        store.faults().spaceBytes(BLOCK - 1);
        resume(content.length, good(block(0)));

        assertThat(next()).isEqualTo("failed 1-1 NO_SPACE");
        assertThat(store.openFiles()).containsExactly("job-7/chunk-0.journal");
        assertThat(area.names()).contains(TEMPORARY);
    }

    @ParameterizedTest
    @EnumSource(Leftover.class)
    void fileThatIsDiscardedWhileItIsCheckedIsClosedAndNotOpened(Leftover leftover) {
        CountDownLatch isChecking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        left(content);
        holdResize(isChecking, go);
        resume(content.length + 1, good(block(0)));
        await(isChecking);
        writer.discard(FILE, EPOCH, leftover);
        writer.write(new BlockTag(FILE, EPOCH, block(2), 0), share.tryLend());
        assertThat(next()).as("the discard is over").isEqualTo("refused NOT_OPEN");
        go.countDown();
        Awaitility.await().until(() -> store.openFiles().size() == 1);
        writer.close();

        assertThat(area.names().contains(TEMPORARY)).isEqualTo(leftover == Leftover.KEEP);
        assertThat(told).isEmpty();
    }

    @Test
    void fileThatIsDiscardedWhileItIsCheckedDoesNotFailAfterwards() {
        CountDownLatch isChecking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        left(content);
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.RESIZE) return;
            isChecking.countDown();
            await(go);
            throw new MoverException(ErrorCode.WRITE_ERROR, "EIO");
        });
        resume(content.length + 1, good(block(0)));
        await(isChecking);
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        writer.write(new BlockTag(FILE, EPOCH, block(2), 0), share.tryLend());
        assertThat(next()).isEqualTo("refused NOT_OPEN");
        go.countDown();
        Awaitility.await().until(() -> store.openFiles().size() == 1);
        writer.close();
        assertThat(told).isEmpty();
    }

    @Test
    void fileThatIsCheckedAtTheCloseIsClosedAndStays() throws InterruptedException {
        CountDownLatch isChecking = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        left(content);
        holdResize(isChecking, go);
        resume(content.length + 1, good(block(0)));
        await(isChecking);
        Thread closing = new Thread(writer::close);
        closing.start();
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) Thread.onSpinWait();
        assertThat(closing.isAlive()).as("close waits").isTrue();
        go.countDown();
        closing.join();

        assertThat(store.openFiles()).containsExactly("job-7/chunk-0.journal");
        assertThat(area.names()).contains(TEMPORARY);
        assertThat(told).isEmpty();
    }

    @Test
    void newTemporaryFileDeletesTheOneOfTheEpochBefore() {
        left(content);
        writer.open(file(FILE, new Epoch(2), content.length));

        assertThat(next()).isEqualTo("opened 1-2");
        assertThat(area.names()).contains("1-2.part").doesNotContain(TEMPORARY);
    }
}
