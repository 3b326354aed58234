package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.bdm.core.block.BlockTag;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.DurableBlock;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.bdm.core.writer.BlockWriter.Leftover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When bytes are forced and marked, who waits for it, and what is told. */
class MarkedFileTest extends WriterFixture {
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
    void whatIsToldAsDurableSurvivesAPowerCut() {
        open(SIZE);
        fourBlocksAreMarked();
        store.powerCut();
        assertThat(history().durable()).hasSize(4);
        try (WritableFile file = area.open(TEMPORARY).orElseThrow()) {
            assertThat(file.size()).isEqualTo(SIZE);
        }
    }

    @Test
    void blockThatWaitsForAMarkThatFailsIsRefused() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 8; i++) written(block(i));
        await(isMarking);
        store.faults().failNextForce();
        write(block(8));
        go.countDown();

        assertThat(next()).isEqualTo("failed 1-1 SYNC_FAILED");
        assertThat(next()).isEqualTo("refused NOT_OPEN");
    }

    @Test
    void blockThatWaitsForAMarkIsWrittenAfterItAndStartsNoOther() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 8; i++) written(block(i));
        await(isMarking);
        write(block(8));
        go.countDown();

        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
        assertThat(next()).startsWith("written " + block(8));
        assertThat(next()).isEqualTo("durable " + 8 * BLOCK);
    }

    @Test
    void restThatWasWrittenDuringAMarkHasItsTimer() {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        written(block(4));
        assertThat(timer.pending()).as("while a mark runs").isEqualTo(1);
        go.countDown();
        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
        writer.write(new BlockTag(new FileId(2), EPOCH, block(0), 0), share.tryLend());
        assertThat(next()).isEqualTo("refused NOT_OPEN");
        assertThat(timer.pending()).isEqualTo(2);
        timer.runAll();
        assertThat(next()).isEqualTo("durable " + 5 * BLOCK);
    }

    @Test
    void zerosAreMarkedWhenTheTimerSaysSo() {
        open(SIZE);
        writer.writeZero(FILE, EPOCH, block(0));
        assertThat(next()).startsWith("zero");
        timer.runAll();
        assertThat(next()).isEqualTo("durable " + BLOCK);
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
    void syncEndsWhenEverythingWrittenBeforeIsMarked() {
        open(SIZE);
        written(block(0));
        assertEnds(writer.sync());
        assertThat(history().durable()).extracting(DurableBlock::range).containsExactly(block(0));
        assertThat(next()).isEqualTo("durable " + BLOCK);
    }

    @Test
    void syncWithNothingNewEndsAtOnceAndForcesNothing() {
        open(SIZE);
        fourBlocksAreMarked();
        assertEnds(writer.sync());
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

        assertEnds(ofTheNext);
        assertEnds(ofTheRunning);
        assertThat(history().durable())
                .extracting(DurableBlock::range)
                .contains(block(0), block(1), block(2), block(3), block(4));
    }

    @Test
    void syncEndsThoughAFileFails() {
        open(SIZE);
        written(block(0));
        store.faults().failNextForce();
        assertEnds(writer.sync());
        assertThat(next()).isEqualTo("failed 1-1 SYNC_FAILED");
        assertEnds(writer.sync());
    }

    @Test
    void syncEndsThoughTheFileIsDiscardedOrTheWriterClosed() {
        open(SIZE);
        written(block(0));
        CompletableFuture<Void> sync = writer.sync().toCompletableFuture();
        writer.discard(FILE, EPOCH, Leftover.KEEP);
        assertEnds(sync);
        writer.close();
        assertEnds(writer.sync());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void syncEndsThoughTheMarkItWaitsForNeverComes(boolean isFailing) {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        written(block(4));
        CompletableFuture<Void> ofTheNext = writer.sync().toCompletableFuture();
        if (isFailing) store.faults().failNextForce();
        else writer.discard(FILE, EPOCH, Leftover.KEEP);
        go.countDown();
        assertEnds(ofTheNext);
    }

    @Test
    void syncEndsWithTheClose() throws InterruptedException {
        holdMarks();
        open(SIZE);
        for (int i = 0; i < 4; i++) written(block(i));
        await(isMarking);
        CompletableFuture<Void> ofTheRunning = writer.sync().toCompletableFuture();
        Thread closing = new Thread(writer::close);
        closing.start();
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) Thread.onSpinWait();
        go.countDown();
        assertEnds(ofTheRunning);
        closing.join();
    }

    @Test
    void timerIsStartedOncePerMarkAndIsCancelledWithIt() {
        open(SIZE);
        for (int i = 0; i < 3; i++) written(block(i));
        assertThat(timer.pending()).isEqualTo(1);
        written(block(3));
        assertThat(next()).isEqualTo("durable " + 4 * BLOCK);
        timer.runAll(); // it comes late, with nothing to mark
        assertEnds(writer.sync());

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
}
