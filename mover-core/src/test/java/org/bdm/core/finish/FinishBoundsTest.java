package org.bdm.core.finish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TemporaryName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.ChunkRight;
import org.junit.jupiter.api.Test;

/** How many files a finisher takes at once, that a slow one holds up no other, and what it leaves when it is closed. */
class FinishBoundsTest extends FinishingFixture {
    private static final StorePath DIRECTORY = StorePath.ofUtf8("d");
    private static final long BIG_BYTES = (64L << 20) + 1;
    private static final Evidence EVIDENCE = new Evidence(EvidenceLevel.STREAM, sha256(CONTENT));

    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch isReading = new CountDownLatch(1);

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) throw new IllegalStateException("nobody came");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A finisher whose listener waits for {@link #go}, with the first batch at the listener. */
    private BlockingQueue<List<FinishResult>> batchesOfAHeldFinisher(boolean readBack) {
        BlockingQueue<List<FinishResult>> batches = new LinkedBlockingQueue<>();
        CountDownLatch isAtListener = new CountDownLatch(1);
        finisher.close();
        finisher = new OrderedFileFinisher(store, area, new FinishOptions(readBack, PlaceMode.NEW, 0755), batch -> {
            batches.add(batch);
            isAtListener.countDown();
            await(go);
            results.addAll(batch);
        });
        finisher.makeDirectory(new FileId(1_000_000), DIRECTORY, ChunkRight.endless(0));
        await(isAtListener);
        batches.clear();
        return batches;
    }

    /** Holds everything but file 1 when it is read again, until {@code end}; then it fails. */
    private void holdReadBack(CountDownLatch end) {
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.READ_BACK || call.what().contains("/1-")) return;
            isReading.countDown();
            await(end);
            throw new IllegalStateException("held until the end of the test");
        });
    }

    private FileToFinish bigFile(int number) {
        FileToFinish file = file(number, StorePath.ofUtf8("big-" + number));
        WritableFile.of(file.temporary()).resize(BIG_BYTES);
        return file;
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
    }

    @Test
    void takesAsManyAsItsBoundAndRefusesOneMoreOfAnyKind() {
        FileToFinish file = file(1, PATH);
        FileVersion version = new FileVersion(1, MODIFIED, MODIFIED, 1);
        JournalRecord.Placing placing = new JournalRecord.Placing(new FileId(2), EPOCH, 1, 1, MODIFIED, EVIDENCE);
        batchesOfAHeldFinisher(false);
        for (int i = 0; i < FileFinisher.FILES_MAX; i++)
            finisher.makeDirectory(new FileId(i + 1), DIRECTORY, ChunkRight.endless(0));

        assertRefused(() -> finisher.finish(file));
        assertRefused(() -> finisher.recover(new FileToRecover(placing, PATH, ChunkRight.endless(0))));
        assertRefused(
                () -> finisher.link(new FileToLink(new FileId(3), EPOCH, journal, PATH, version, EVIDENCE, PATH)));
        assertRefused(() -> finisher.placeSymbolicLink(new FileId(4), new byte[] {'x'}, PATH, ChunkRight.endless(0)));
        assertRefused(() -> finisher.makeDirectory(new FileId(5), DIRECTORY, ChunkRight.endless(0)));
        assertThat(openTemporaries()).as("stays with who asked").containsExactly("job-7/1-1.part");

        go.countDown();
        for (int i = 0; i <= FileFinisher.FILES_MAX; i++) assertThat(result()).isInstanceOf(FinishResult.Placed.class);
        finisher.finish(file);
        assertThat(result().file()).isEqualTo(new FileId(1));
    }

    @Test
    void batchHasAtMost256FilesHoweverManyAreReady() {
        CountDownLatch end = new CountDownLatch(1);
        holdReadBack(end);
        BlockingQueue<List<FinishResult>> batches = batchesOfAHeldFinisher(true);
        finisher.finish(file(2, PATH)); // about to be ready
        for (int i = 0; i < 1024; i++) finisher.makeDirectory(new FileId(i + 1), DIRECTORY, ChunkRight.endless(0));
        go.countDown();
        for (int i = 0; i < 1025; i++) assertThat(result()).isInstanceOf(FinishResult.Placed.class);
        end.countDown();
        assertThat(failure().file()).isEqualTo(new FileId(2));

        assertThat(batches)
                .hasSizeGreaterThan(4)
                .allSatisfy(batch -> assertThat(batch).hasSizeBetween(1, 256));
    }

    @Test
    void smallFileDoesNotWaitForBigOnesThatAreReadAgain() {
        finisher = finisher(true, PlaceMode.NEW);
        holdReadBack(go);
        for (int i = 10; i < 30; i++) finisher.finish(bigFile(i));
        finisher.finish(file(1, PATH));

        assertThat(result().file()).isEqualTo(new FileId(1));
        go.countDown();
        for (int i = 10; i < 30; i++) assertThat(failure().reason().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void smallFileDoesNotWaitForBigOnesThatAreRecovered() {
        FileToRecover small = dieAt(StoreCall.Kind.PLACE);
        holdReadBack(go);
        for (int i = 10; i < 30; i++) finisher.recover(leftover(i, BIG_BYTES));
        finisher.recover(small);

        assertThat(result().file()).isEqualTo(new FileId(1));
        go.countDown();
        for (int i = 10; i < 30; i++) assertThat(failure().reason().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void smallFileDoesNotWaitForBigOnesThatAreLinked() {
        StorePath held = StorePath.ofUtf8("held.nc");
        FileToFinish big = bigFile(2);
        WritableFile.of(big.temporary()).force();
        big.temporary().close();
        area.place("2-1.part", held, PlaceMode.NEW);
        FileVersion version = store.status(held).orElseThrow().version();
        holdReadBack(go);
        for (int i = 10; i < 30; i++) {
            StorePath name = StorePath.ofUtf8("big-" + i);
            finisher.link(new FileToLink(new FileId(i), EPOCH, journal, held, version, EVIDENCE, name));
        }
        finisher.finish(file(1, PATH));

        assertThat(result().file()).isEqualTo(new FileId(1));
        go.countDown();
        for (int i = 10; i < 30; i++) assertThat(failure().reason().code()).isEqualTo(ErrorCode.INTERNAL);
    }

    private FileToRecover leftover(int number, long bytes) {
        FileId id = new FileId(number);
        try (WritableFile left = area.create(TemporaryName.of(id, EPOCH, 0))) {
            left.resize(bytes);
            JournalRecord.Placing placing =
                    new JournalRecord.Placing(id, EPOCH, left.inode(), bytes, MODIFIED, EVIDENCE);
            return new FileToRecover(placing, StorePath.ofUtf8("file-" + number), ChunkRight.endless(0));
        }
    }

    private void holdReadBackUntilFourAreRead() {
        CountDownLatch allAreRead = new CountDownLatch(4);
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.READ_BACK) return;
            allAreRead.countDown();
            await(allAreRead);
        });
    }

    @Test
    void smallFilesAreReadAgainAtTheSameTime() {
        finisher = finisher(true, PlaceMode.NEW);
        holdReadBackUntilFourAreRead();
        for (int i = 1; i <= 4; i++) finisher.finish(file(i, StorePath.ofUtf8("file-" + i)));
        for (int i = 1; i <= 4; i++) assertThat(level()).isEqualTo(EvidenceLevel.READBACK);
    }

    @Test
    void smallFilesAreRecoveredAtTheSameTime() {
        holdReadBackUntilFourAreRead();
        for (int i = 1; i <= 4; i++) finisher.recover(leftover(i, 1)); // not what was verified
        for (int i = 1; i <= 4; i++) assertThat(result()).isInstanceOf(FinishResult.NotRecovered.class);
    }

    @Test
    void fileThatIsReadForLongHoldsUpNoBatch() {
        finisher = finisher(true, PlaceMode.NEW);
        holdReadBack(go);
        finisher.finish(file(2, StorePath.ofUtf8("slow.nc")));
        finisher.finish(file(1, PATH));

        assertThat(result().file()).isEqualTo(new FileId(1));
        go.countDown();
        assertThat(failure().file()).isEqualTo(new FileId(2));
    }

    @Test
    void closeWaitsForTheFileThatIsReadAndLeavesItToTheNextRun() throws InterruptedException {
        finisher = finisher(true, PlaceMode.NEW);
        store.faults().beforeCall(call -> {
            if (call.kind() != StoreCall.Kind.READ_BACK) return;
            isReading.countDown();
            await(go);
        });
        finisher.finish(file(1, PATH));
        await(isReading);
        closeWhileItIsHeld(Thread.State.TIMED_WAITING);

        assertThat(openTemporaries()).isEmpty();
        assertThat(area.names()).contains("1-1.part");
        assertThat(results).isEmpty();
    }

    @Test
    void closeWaitsForTheBigFileThatIsRead() throws InterruptedException {
        finisher = finisher(true, PlaceMode.NEW);
        holdReadBack(go);
        finisher.finish(bigFile(2));
        await(isReading);
        closeWhileItIsHeld(Thread.State.TIMED_WAITING);

        assertThat(openTemporaries()).isEmpty();
        assertThat(area.names()).contains("2-1.part");
        assertThat(results).isEmpty();
    }

    @Test
    void closeWaitsForTheBatchThatIsPlaced() throws InterruptedException {
        batchesOfAHeldFinisher(false);
        closeWhileItIsHeld(Thread.State.WAITING);
        assertThat(results).hasSize(1);
    }

    /** Closes, and ends what is held when the close waits for it in this state. */
    private void closeWhileItIsHeld(Thread.State waits) throws InterruptedException {
        Thread closing = new Thread(finisher::close);
        closing.start();
        while (closing.getState() != waits && closing.isAlive()) Thread.onSpinWait();
        assertThat(closing.isAlive()).as("close waits").isTrue();
        go.countDown();
        closing.join();
    }

    @Test
    void whatComesAfterTheCloseIsClosedAndStaysForTheNextRun() {
        FileToFinish file = file(1, PATH);
        finisher.close();
        finisher.finish(file);
        finisher.recover(new FileToRecover(
                new JournalRecord.Placing(new FileId(2), EPOCH, 1, 1, MODIFIED, EVIDENCE),
                PATH,
                ChunkRight.endless(0)));

        assertThat(openTemporaries()).isEmpty();
        assertThat(area.names()).contains("1-1.part");
        assertThat(results).isEmpty();
    }

    @Test
    void listenerThatFailsIsAskedAgain() {
        boolean[] hasFailed = {false};
        finisher.close();
        finisher = new OrderedFileFinisher(store, area, new FinishOptions(false, PlaceMode.NEW, 0755), batch -> {
            results.addAll(batch);
            if (hasFailed[0]) return;
            hasFailed[0] = true;
            throw new IllegalStateException("a defect");
        });
        finisher.finish(file(1, PATH));
        assertThat(result().file()).isEqualTo(new FileId(1));
        finisher.placeSymbolicLink(
                new FileId(2), "x".getBytes(StandardCharsets.US_ASCII), StorePath.ofUtf8("l"), ChunkRight.endless(0));
        assertThat(result().file()).isEqualTo(new FileId(2));
    }

    @Test
    void timesAreToldWhileItWorks() {
        assertThat(finisher.times()).isNotNull();
        finisher.finish(file(1, PATH));
        result();
        assertThat(finisher.times().placingMillis()).isNotNegative();
    }
}
