package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.StoreCall;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a writer does with one file, from its opening to its end. */
class WrittenFileTest extends WriterFixture {
    @Test
    void fileThatIsOpenedAnewGivesUpWhatItHadBefore() {
        open(SIZE);
        written(block(0));
        writer.open(file(FILE, new Epoch(2), SIZE));
        assertThat(next()).isEqualTo("opened 1-2");
        write(block(1));

        assertThat(next()).as("of the epoch before").isEqualTo("refused NOT_OPEN");
        assertThat(area.names()).contains("1-2.part").doesNotContain(TEMPORARY);
        assertThat(store.openFiles()).doesNotContain("job-7/1-1.part");
    }

    @Test
    void fileThatIsResumedWhileItIsOpenIsOpenedOnce() {
        open(SIZE);
        fourBlocksAreMarked();
        writer.resume(file(FILE, EPOCH, SIZE), history());
        assertThat(next()).isEqualTo("opened 1-1");
        assertThat(opened.surviving()).containsExactly(new ByteRange(0, 4 * BLOCK));
        assertThat(store.openFiles().stream().filter("job-7/1-1.part"::equals)).hasSize(1);
    }

    @Test
    void blockWithAWrongChecksumIsRefusedAndCountsAsReceived() {
        open(SIZE);
        writer.write(new BlockTag(FILE, EPOCH, block(0), 4711), share.tryLend());
        assertThat(next()).isEqualTo("refused WRONG_CHECKSUM");
        assertThat(calls(StoreCall.Kind.WRITE, TEMPORARY)).isEmpty();
        assertThat(history().bytesReceived()).isEqualTo(BLOCK);
    }

    @Test
    void blockThatComesTwiceIsWrittenOnceAndCountsTwiceAsReceived() {
        open(SIZE);
        written(block(0));
        write(block(0));

        assertThat(next()).isEqualTo("written " + block(0) + " new 0");
        assertThat(calls(StoreCall.Kind.WRITE, TEMPORARY)).hasSize(1);
        assertThat(history().bytesReceived()).isEqualTo(2 * BLOCK);
    }

    @Test
    void spaceIsAskedForAheadOfTheBlocksThatNeedIt() {
        open(2 * SpaceAhead.AHEAD_BYTES);
        written(block(0));
        assertThat(calls(StoreCall.Kind.RESERVE, TEMPORARY)).hasSize(1);
        store.faults().spaceBytes(SpaceAhead.AHEAD_BYTES - 1);
        write(new ByteRange(SpaceAhead.AHEAD_BYTES, BLOCK));

        assertThat(next()).isEqualTo("failed 1-1 NO_SPACE");
        assertThat(calls(StoreCall.Kind.WRITE, TEMPORARY))
                .as("of the block that fitted")
                .hasSize(1);
    }

    @Test
    void blockThatOverlapsCountsOnlyItsNewBytes() {
        open(SIZE);
        written(block(0));
        write(new ByteRange(BLOCK / 2, BLOCK));
        assertThat(next()).isEqualTo("written " + new ByteRange(BLOCK / 2, BLOCK) + " new " + BLOCK / 2);
    }

    @Test
    void zerosMayReachToTheEndOfTheFile() {
        open(SIZE);
        ByteRange whole = new ByteRange(0, SIZE);
        writer.writeZero(FILE, EPOCH, whole);
        assertThat(next()).isEqualTo("zero " + whole + " new " + SIZE);
        writer.complete(FILE, EPOCH);
        assertThat(next()).isEqualTo("completed 1");
    }

    @Test
    void blockLongerThanItsLoanIsRefused() {
        open(SIZE);
        writer.write(new BlockTag(FILE, EPOCH, new ByteRange(0, BLOCK + 1), 0), share.tryLend());
        assertThat(next()).isEqualTo("refused BEYOND_END");
    }

    @Test
    void emptyFileIsCompletedWithoutAByte() {
        open(0);
        writer.complete(FILE, EPOCH);
        assertThat(next()).isEqualTo("completed 1");
        assertThat(written.get(0).temporary().size()).isZero();
    }

    @Test
    void fileThatIsCompletedDuringAMarkIsPassedOnAfterIt() {
        holdMarks();
        open(4 * BLOCK);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        writer.complete(FILE, EPOCH);
        writer.write(new BlockTag(new FileId(2), EPOCH, block(0), 0), share.tryLend());
        assertThat(next()).as("nothing else until here").isEqualTo("refused NOT_OPEN");
        go.countDown();

        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
        assertThat(next()).isEqualTo("completed 1");
        assertThat(told).isEmpty();
    }

    @Test
    void completedFileIsNoLongerKnown() {
        open(BLOCK);
        written(block(0));
        writer.complete(FILE, EPOCH);
        assertThat(next()).isEqualTo("completed 1");
        write(block(0));
        assertThat(next()).isEqualTo("refused NOT_OPEN");
        timer.runAll();
        writer.discard(FILE, EPOCH, Leftover.DELETE);
        writer.close();

        assertThat(area.names()).contains(TEMPORARY);
        assertThat(told).isEmpty();
    }

    @Test
    void discardOfAnotherEpochIsIgnored() {
        open(SIZE);
        writer.discard(FILE, new Epoch(2), Leftover.DELETE);
        written(block(0));
        assertThat(area.names()).contains(TEMPORARY);
    }

    @ParameterizedTest
    @EnumSource(Leftover.class)
    void discardedFileIsClosedAndTakesNothingMore(Leftover leftover) {
        open(SIZE);
        written(block(0));
        writer.discard(FILE, EPOCH, leftover);
        write(block(1));

        assertThat(next()).isEqualTo("refused NOT_OPEN");
        assertThat(store.openFiles()).containsExactly("job-7/chunk-0.journal");
        assertThat(area.names().contains(TEMPORARY)).isEqualTo(leftover == Leftover.KEEP);
    }

    @Test
    void fileWhoseSyncFailedIsDeletedEvenIfItWasToBeKept() {
        open(SIZE);
        store.faults().failNextForce();
        for (int i = 0; i < 4; i++) written(block(i));
        assertThat(next()).isEqualTo("failed 1-1 SYNC_FAILED");
        write(block(5));
        assertThat(next()).isEqualTo("refused NOT_OPEN");
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        writer.close();

        assertThat(area.names()).doesNotContain(TEMPORARY);
        assertThat(history().durable()).isEmpty();
    }

    @Test
    void fileThatFailedOtherwiseMayBeKept() {
        open(SIZE);
        store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.WRITE && call.what().endsWith(TEMPORARY);
            if (isHit) throw new MoverException(ErrorCode.NO_SPACE, "ENOSPC");
        });
        write(block(0));
        assertThat(next()).isEqualTo("failed 1-1 NO_SPACE");
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        writer.close();
        assertThat(area.names()).contains(TEMPORARY);
    }

    @Test
    void discardWaitsForTheMarkThatRuns() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        CompletableFuture<Void> sync = writer.sync().toCompletableFuture();
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        go.countDown();

        assertEnds(sync);
        writer.close();
        assertThat(told).as("nobody waits for it any more").isEmpty();
        assertThat(history().durable()).hasSize(4);
        assertThat(area.names()).contains(TEMPORARY);
    }

    @Test
    void discardDuringAMarkThatFailsDeletesTheFile() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        store.faults().failNextForce();
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        go.countDown();
        writer.close();
        assertThat(area.names()).doesNotContain(TEMPORARY);
    }

    @Test
    void closeDuringAMarkThatFailsDeletesTheFile() throws InterruptedException {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        store.faults().failNextForce();
        Thread closing = new Thread(writer::close);
        closing.start();
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) Thread.onSpinWait();
        go.countDown();
        closing.join();
        assertThat(area.names()).doesNotContain(TEMPORARY);
    }

    @Test
    void fileThatDoesNotFitLeavesNothing() {
        store.faults().spaceBytes(SIZE - 1);
        writer.open(file(FILE, EPOCH, SIZE));
        assertThat(next()).isEqualTo("failed 1-1 NO_SPACE");
        assertThat(store.openFiles()).containsExactly("job-7/chunk-0.journal");
        assertThat(area.names()).doesNotContain(TEMPORARY);
    }

    @Test
    void fileThatCannotBeRecordedLeavesNothing() {
        store.faults().beforeCall(call -> {
            boolean isHit = call.kind() == StoreCall.Kind.WRITE && call.what().endsWith(".journal");
            if (isHit) throw new MoverException(ErrorCode.WRITE_ERROR, "EIO");
        });
        writer.open(file(FILE, EPOCH, SIZE));
        assertThat(next()).isEqualTo("failed 1-1 WRITE_ERROR");
        assertThat(store.openFiles()).containsExactly("job-7/chunk-0.journal");
        assertThat(area.names()).doesNotContain(TEMPORARY);
    }

    @Test
    void commandsThatNobodyTakesHaveABound() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 9; i++) write(block(i)); // the ninth holds the thread
        await(isMarking);
        for (int i = 0; i < 8; i++) assertThat(next()).startsWith("written");

        for (int i = 0; i < BlockWriter.COMMANDS_MAX; i++) writer.discard(new FileId(2), EPOCH, Leftover.KEEP);
        assertThatThrownBy(() -> writer.discard(new FileId(2), EPOCH, Leftover.KEEP))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL));
        go.countDown();
        assertEnds(writer.sync());
        writer.discard(new FileId(2), EPOCH, Leftover.KEEP);
    }

    @Test
    void blockThatComesAfterTheCloseGivesItsLoanBack() {
        open(SIZE);
        writer.close();
        write(block(0));
        assertThat(told).isEmpty();
    }
}
