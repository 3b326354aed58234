package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StoreCall;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a writer does with one file, from its opening to its end. */
class WrittenFileTest extends WriterFixture {
    private static final String TEMPORARY = "1-1.part";
    private static final long SIZE = 12 * BLOCK;

    private final CountDownLatch isMarking = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    private void holdMarks() {
        beforeMark = () -> {
            isMarking.countDown();
            await(go);
        };
    }

    private List<String> calls(StoreCall.Kind kind, String name) {
        return store.calls(kind).stream()
                .map(StoreCall::what)
                .filter(what -> what.endsWith(name))
                .toList();
    }

    /** What the journal tells when the process dies now. */
    private FileHistory history() {
        try (TransferJournal again = TransferJournal.open(area, JOB, 0)) {
            return again.histories().get(FILE);
        }
    }

    private void fourBlocksAreMarked() {
        for (int i = 0; i < 4; i++) written(block(i));
        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
    }

    @Test
    void markIsMadeWhenEnoughIsWrittenAndTellsAllThatIsDurable() {
        open(SIZE);
        writer.writeZero(FILE, EPOCH, block(11));
        assertThat(next()).isEqualTo("zero " + block(11) + " new " + BLOCK);
        for (int i = 0; i < 4; i++) written(block(i));

        assertThat(next()).isEqualTo("durable " + 5 * BLOCK);
        assertThat(history().durable()).extracting(DurableBlock::range).contains(block(0), block(3), block(11));
    }

    @Test
    void nameOfTheTemporaryFileIsForcedWithItsFirstMarkOnly() {
        open(SIZE);
        fourBlocksAreMarked();
        int forces = store.calls(StoreCall.Kind.FORCE_AREA).size();
        for (int i = 4; i < 8; i++) written(block(i));
        assertThat(next()).isEqualTo("durable " + 8 * BLOCK);

        assertThat(store.calls(StoreCall.Kind.FORCE_AREA)).hasSize(forces);
        assertThat(forces).as("that of the journal, and that of the mark").isEqualTo(2);
        assertThat(calls(StoreCall.Kind.FORCE, TEMPORARY)).hasSize(2);
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
    void blockLongerThanItsLeaseIsRefused() {
        open(SIZE);
        writer.write(new BlockTag(FILE, EPOCH, new ByteRange(0, BLOCK + 1), 0), share.tryLease());
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
        writer.write(new BlockTag(new FileId(2), EPOCH, block(0), 0), share.tryLease());
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

        sync.join();
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
    void syncEndsWhenEverythingWrittenBeforeIsMarked() {
        open(SIZE);
        written(block(0));
        writer.sync().toCompletableFuture().join();
        assertThat(history().durable()).extracting(DurableBlock::range).containsExactly(block(0));
        assertThat(next()).isEqualTo("durable " + BLOCK);
    }

    @Test
    void syncWithNothingNewEndsAtOnceAndForcesNothing() {
        open(SIZE);
        fourBlocksAreMarked();
        writer.sync().toCompletableFuture().join();
        assertThat(calls(StoreCall.Kind.FORCE, TEMPORARY)).hasSize(1);
    }

    @Test
    void syncWaitsForTheMarkThatRunsAndForTheOneThatIsNeeded() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        CompletableFuture<Void> ofTheRunning = writer.sync().toCompletableFuture();
        written(block(4));
        CompletableFuture<Void> ofTheNext = writer.sync().toCompletableFuture();
        written(block(5));
        assertThat(ofTheRunning).isNotDone();
        assertThat(ofTheNext).isNotDone();
        go.countDown();

        ofTheNext.join();
        ofTheRunning.join();
        assertThat(history().durable())
                .extracting(DurableBlock::range)
                .contains(block(0), block(1), block(2), block(3), block(4));
    }

    @Test
    void syncEndsThoughAFileFails() {
        open(SIZE);
        written(block(0));
        store.faults().failNextForce();
        writer.sync().toCompletableFuture().join();
        assertThat(next()).isEqualTo("failed 1-1 SYNC_FAILED");
        writer.sync().toCompletableFuture().join();
    }

    @Test
    void syncEndsThoughTheFileIsDiscardedOrTheWriterClosed() {
        open(SIZE);
        written(block(0));
        CompletableFuture<Void> sync = writer.sync().toCompletableFuture();
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        sync.join();
        writer.close();
        writer.sync().toCompletableFuture().join();
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
    void timerIsStartedOncePerMarkAndIsCancelledWithIt() {
        open(SIZE);
        for (int i = 0; i < 3; i++) written(block(i));
        assertThat(timer.pending()).isEqualTo(1);
        written(block(3));
        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
        timer.runAll(); // it comes late, with nothing to mark
        writer.sync().toCompletableFuture().join();

        assertThat(calls(StoreCall.Kind.FORCE, TEMPORARY)).hasSize(1);
        written(block(4));
        assertThat(timer.pending()).isEqualTo(1);
    }

    @Test
    void backlogIsWhatWaitsForTheDisk() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 8; i++) written(block(i));
        assertThat(writer.backlogBytes()).isZero();
        write(block(8)); // waits for the mark
        write(block(9));
        write(block(10));
        assertThat(writer.backlogBytes()).isBetween(2L * BLOCK, 3L * BLOCK);
        go.countDown();
        writer.close();
        assertThat(writer.backlogBytes()).isZero();
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
        writer.sync().toCompletableFuture().join();
        writer.discard(new FileId(2), EPOCH, Leftover.KEEP);
    }

    @Test
    void blockThatComesAfterTheCloseGivesItsLeaseBack() {
        open(SIZE);
        writer.close();
        write(block(0));
        assertThat(told).isEmpty();
    }
}
