package org.bdm.core.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.bdm.core.writer.DiskPipeline.BLOCK_BYTES;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FinishResult;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WritableFile;
import org.bdm.core.writer.DiskPipeline.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DiskBlockWriterTest {
    private static final int BLOCKS = 20;
    private static final String TEMPORARY = "1-1.part";

    private final MemoryStore store = new MemoryStore();
    private final SourceFile file = SourceFile.of(1, "tas/tas.nc", BLOCKS * BLOCK_BYTES);

    private static BlockTag tag(int block) {
        return new BlockTag(new FileId(1), new Epoch(1), range(block, 1), 0);
    }

    private static ByteRange range(int block, int blocks) {
        return new ByteRange((long) block * BLOCK_BYTES, (long) blocks * BLOCK_BYTES);
    }

    private static boolean isBlock(BlockTag tag, int block) {
        return tag.range().equals(tag(block).range());
    }

    private static ErrorCode failure(DiskPipeline pipeline, SourceFile file) {
        return ((FinishResult.Failed) pipeline.results.get(file.id())).reason().code();
    }

    private void assertPlaced() {
        assertPlaced(file);
    }

    private void assertPlaced(SourceFile file) {
        try (ReadableFile open = store.open(file.path())) {
            ByteBuffer bytes = ByteBuffer.allocate((int) open.status().version().size());
            open.read(0, bytes);
            assertThat(bytes.array()).isEqualTo(file.content());
        }
    }

    @Test
    void damagedBlockIsNotWrittenAndOnlyItIsSentAgain() {
        damagedBlockIsNotWrittenAndOnlyItIsSentAgain(WriterContext.Discipline.TRUE);
    }

    @Test
    void writerThatSkipsTheChecksumIsNoticed() {
        WriterContext.Discipline careless =
                new WriterContext.Discipline((bytes, crc) -> true, MarkOrder.SYNC_THEN_MARK);
        assertThatThrownBy(() -> damagedBlockIsNotWrittenAndOnlyItIsSentAgain(careless))
                .isInstanceOf(AssertionError.class);
    }

    private void damagedBlockIsNotWrittenAndOnlyItIsSentAgain(WriterContext.Discipline discipline) {
        AtomicInteger flips = new AtomicInteger();
        try (DiskPipeline pipeline = new DiskPipeline(store, discipline)) {
            pipeline.flips = tag -> isBlock(tag, 4) && flips.incrementAndGet() == 1;
            pipeline.run(List.of(file));

            assertThat(pipeline.bytesSent.get(file.id())).isEqualTo((BLOCKS + 1L) * BLOCK_BYTES);
            assertPlaced();
        }
    }

    @Test
    void fileWhoseBlocksStayWrongIsNotPlaced() {
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.flips = tag -> true;
            pipeline.run(List.of(file));

            assertThat(failure(pipeline, file)).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
            assertThat(store.status(file.path())).isEmpty();
        }
    }

    @Test
    void damagedPackIsNotWritten() {
        SourceFile small = SourceFile.of(2, "small.nc", 300).packed();
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.flips = tag -> true;
            pipeline.run(List.of(small));

            assertThat(failure(pipeline, small)).isEqualTo(ErrorCode.BLOCK_CHECKSUM);
            assertThat(store.calls(StoreCall.Kind.CREATE))
                    .extracting(StoreCall::what)
                    .containsExactly("job-7/chunk-3.journal");
        }
    }

    @Test
    void pauseMakesEverythingDurableAndOnlyTheRestIsSentLater() {
        int leftOut = 7;
        pauseWithout(leftOut);
        store.powerCut();

        try (DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertThat(second.bytesSent.get(file.id())).isEqualTo(BLOCK_BYTES);
            assertThat(second.damaged.get(file.id())).isEmpty();
            assertPlaced();
        }
    }

    private void pauseWithout(int leftOut) {
        try (DiskPipeline first = new DiskPipeline(store)) {
            first.withheld = tag -> isBlock(tag, leftOut);
            first.start(List.of(file));
            first.handleUntil(() -> first.bytesSent.getOrDefault(file.id(), 0L) == (BLOCKS - 1L) * BLOCK_BYTES);
            first.writer.sync().toCompletableFuture().join();
            first.handleUntil(() -> first.bytesDurable.getOrDefault(file.id(), 0L) == (BLOCKS - 1L) * BLOCK_BYTES);
        }
    }

    @Test
    void flippedByteAndTruncationWhileDownCostOnlyTheirBlocks() {
        pauseWithout(0);
        store.powerCut();
        store.flipBitOnDevice(DiskPipeline.JOB, TEMPORARY, 3L * BLOCK_BYTES + 17);
        store.powerCut();
        try (WritableFile temporary =
                store.workArea(DiskPipeline.JOB).open(TEMPORARY).orElseThrow()) {
            temporary.resize((BLOCKS - 2) * BLOCK_BYTES - 1);
        }

        try (DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertThat(second.damaged.get(file.id())).containsExactly(range(3, 1), range(BLOCKS - 3, 3));
            assertThat(second.bytesSent.get(file.id())).isEqualTo(5L * BLOCK_BYTES);
            assertThat(second.journal.histories().get(file.id()).bytesReceived())
                    .isEqualTo((BLOCKS - 1L) * BLOCK_BYTES);
            assertPlaced();
        }
    }

    @Test
    void receivedBytesAreCountedExactlyOverKillsAndRefusals() {
        AtomicInteger flips = new AtomicInteger();
        long sent;
        try (DiskPipeline first = new DiskPipeline(store)) {
            first.withheld = tag -> isBlock(tag, 0);
            first.flips = tag -> isBlock(tag, 9) && flips.incrementAndGet() < 3;
            first.start(List.of(file));
            first.handleUntil(() -> first.bytesSent.getOrDefault(file.id(), 0L) == (BLOCKS + 1L) * BLOCK_BYTES);
            sent = first.bytesSent.get(file.id());
        }
        store.restart(); // killed: nothing was synced for it, yet all that was appended is there

        try (DiskPipeline second = new DiskPipeline(store)) {
            long received = second.journal.histories().get(file.id()).bytesReceived();
            assertThat(received).isEqualTo(sent);
            second.run(List.of(file));
            sent += second.bytesSent.get(file.id());
        }
        try (DiskPipeline third = new DiskPipeline(store)) {
            assertThat(third.journal.histories().get(file.id()).bytesReceived()).isEqualTo(sent);
        }
    }

    @Test
    void temporaryFileOfAnotherInodeInheritsNoMarks() {
        pauseWithout(0);
        store.restart();
        byte[] same = file.content();
        try (WritableFile other = store.workArea(DiskPipeline.JOB).create(TEMPORARY)) {
            other.write(0, ByteBuffer.wrap(same));
        }

        try (DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertThat(second.surviving.get(file.id())).isEmpty();
            assertThat(second.bytesSent.get(file.id())).isEqualTo((long) BLOCKS * BLOCK_BYTES);
            assertPlaced();
        }
        assertThat(store.workArea(DiskPipeline.JOB).names()).doesNotContain(TEMPORARY);
    }

    @Test
    void holeOfAResumedFileOverwritesWhatLiesThere() {
        try (DiskPipeline first = new DiskPipeline(store)) {
            first.withheld = tag -> !isBlock(tag, 10) && !isBlock(tag, 11);
            first.start(List.of(file)); // written and not marked when the process dies
            first.handleUntil(() -> first.bytesSent.getOrDefault(file.id(), 0L) == 2L * BLOCK_BYTES);
        }
        store.restart();

        SourceFile sparse = file.withHole(range(10, 2));
        try (DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(sparse));
            assertThat(second.surviving.get(file.id())).isEmpty();
            assertThat(second.bytesSent.get(file.id())).isEqualTo((BLOCKS - 2L) * BLOCK_BYTES);
            assertPlaced(sparse);
        }
    }

    @Test
    void marksWhenTheTimerSaysSo() {
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            SourceFile small = SourceFile.of(1, "two-blocks.nc", 2 * BLOCK_BYTES);
            pipeline.withheld = tag -> isBlock(tag, 1);
            pipeline.start(List.of(small));
            pipeline.handleUntil(() -> pipeline.bytesSent.containsKey(small.id()));
            await().until(() -> pipeline.timer.pending() > 0);
            assertThat(pipeline.bytesDurable).isEmpty();

            pipeline.timer.runAll();

            pipeline.handleUntil(() -> pipeline.bytesDurable.getOrDefault(small.id(), 0L) == BLOCK_BYTES);
        }
    }

    @Test
    void writerWaitsForTheDiskBeforeTooMuchIsUnmarked() {
        CountDownLatch diskIsSlow = new CountDownLatch(1);
        MarkOrder slow = (run, area) -> {
            awaitQuietly(diskIsSlow);
            MarkOrder.SYNC_THEN_MARK.run(run, area);
        };
        DiskPipeline pipeline = new DiskPipeline(store, new WriterContext.Discipline(BlockCheck.CRC32C, slow));
        try {
            pipeline.start(List.of(file));
            pipeline.handleUntil(() -> pipeline.bytesSent.getOrDefault(file.id(), 0L) == (long) BLOCKS * BLOCK_BYTES);
            long blocksUnmarkedMax = DiskPipeline.MARKS.bytesUnmarkedMax() / BLOCK_BYTES;
            await().until(() -> writes() >= blocksUnmarkedMax);
            await().until(() -> pipeline.writer.backlogBytes() <= (BLOCKS - blocksUnmarkedMax - 1) * BLOCK_BYTES);
            assertThat(writes()).isEqualTo(blocksUnmarkedMax);

            diskIsSlow.countDown();
            pipeline.handleUntil(() -> pipeline.results.containsKey(file.id()));
            assertPlaced();
        } finally {
            diskIsSlow.countDown();
            pipeline.close();
        }
    }

    @Test
    void markDoesNotClaimWhatWasWrittenDuringItsForce() {
        CountDownLatch forced = new CountDownLatch(1);
        CountDownLatch moreIsWritten = new CountDownLatch(1);
        MarkOrder slow = (run, area) -> {
            if (forced.getCount() == 0) throw new MoverException(ErrorCode.WRITE_ERROR, "no second mark in this test");
            run.forceData(area);
            forced.countDown();
            awaitQuietly(moreIsWritten);
            run.appendMark();
            run.syncJournal();
        };
        DiskPipeline first = new DiskPipeline(store, new WriterContext.Discipline(BlockCheck.CRC32C, slow));
        try {
            first.start(List.of(file));
            first.handleUntil(() -> first.bytesSent.getOrDefault(file.id(), 0L) == (long) BLOCKS * BLOCK_BYTES);
            awaitQuietly(forced);
            await().until(() -> writes() == DiskPipeline.MARKS.bytesUnmarkedMax() / BLOCK_BYTES);
            moreIsWritten.countDown();
            first.handleUntil(() -> first.bytesDurable.containsKey(file.id()));
        } finally {
            moreIsWritten.countDown();
            first.close();
        }
        store.powerCut();

        try (DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertThat(second.damaged.get(file.id())).isEmpty();
            assertThat(second.surviving.get(file.id())).isNotEmpty();
            assertPlaced();
        }
    }

    private long writes() {
        return store.calls(StoreCall.Kind.WRITE).stream()
                .filter(call -> call.what().endsWith(".part"))
                .count();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failedSyncIsFinalAndTheFileIsSentAgainIntoANewOne() {
        AtomicInteger forces = new AtomicInteger();
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            store.faults().failNextForce();
            pipeline.run(List.of(file));
            assertThat(failure(pipeline, file)).isEqualTo(ErrorCode.SYNC_FAILED);
            forces.set(forcesOfTemporary());
        }
        assertThat(forcesOfTemporary()).isEqualTo(forces.get()).isZero();
        assertThat(store.workArea(DiskPipeline.JOB).names()).doesNotContain(TEMPORARY);

        try (DiskPipeline second = new DiskPipeline(store)) {
            second.run(List.of(file));
            assertPlaced();
        }
    }

    private int forcesOfTemporary() {
        return (int) store.calls(StoreCall.Kind.FORCE).stream()
                .filter(call -> call.what().endsWith("/" + TEMPORARY))
                .count();
    }

    @Test
    void fileThatDoesNotFitFailsBeforeItsFirstByte() {
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            store.faults().spaceBytes(file.content().length - 1);
            pipeline.run(List.of(file));

            assertThat(failure(pipeline, file)).isEqualTo(ErrorCode.NO_SPACE);
            assertThat(writes()).isZero();
            assertThat(pipeline.bytesSent).isEmpty();
        }
    }

    @Test
    void holesCostNoBytesAndCountInTheDigest() {
        SourceFile sparse = file.withHole(range(0, 6));
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.run(List.of(sparse));
            FinishResult.Placed placed = (FinishResult.Placed) pipeline.results.get(file.id());
            assertThat(placed.evidence().orElseThrow().digest()).isEqualTo(sparse.sha256());
            assertThat(pipeline.bytesSent.get(file.id())).isEqualTo((BLOCKS - 6L) * BLOCK_BYTES);
            assertPlaced(sparse);
        }
    }

    @Test
    void lateBlockOfAnotherEpochIsRefused() {
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.withheld = tag -> isBlock(tag, 0);
            pipeline.start(List.of(file));
            pipeline.handleUntil(() -> pipeline.bytesSent.containsKey(file.id()));
            BlockTag late = new BlockTag(file.id(), new Epoch(9), range(0, 1), 0);
            pipeline.writer.write(
                    late, pipeline.cache.share(new CacheQuota("late", 0, 1)).tryLend());

            pipeline.handleUntil(() -> pipeline.refused.contains(late));
        }
    }

    @Test
    void fileThatIsNotCoveredIsNotCompleted() {
        try (DiskPipeline pipeline = new DiskPipeline(store)) {
            pipeline.withheld = tag -> isBlock(tag, 3);
            pipeline.start(List.of(file));
            pipeline.handleUntil(() -> pipeline.bytesSent.containsKey(file.id()));
            pipeline.writer.complete(file.id(), new Epoch(1));
            pipeline.handleUntil(() -> pipeline.results.containsKey(file.id()));

            assertThat(failure(pipeline, file)).isEqualTo(ErrorCode.INTERNAL);
        }
    }

    @Test
    void journalThatTakesNoMoreFailsTheFileAndLosesNoBlockOfTheCache() {
        DiskPipeline pipeline = new DiskPipeline(store);
        store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.WRITE && call.what().endsWith(".journal") && writes() > 3) {
                throw new MoverException(ErrorCode.WRITE_ERROR, "the journal's disk is gone");
            }
        });
        pipeline.run(List.of(file));
        pipeline.close();

        assertThat(failure(pipeline, file)).isEqualTo(ErrorCode.WRITE_ERROR);
        assertThat(pipeline.cache.blocksFree()).isEqualTo(256);
    }
}
