package org.bdm.core.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.WorkArea;
import org.bdm.core.worker.Workers;
import org.bdm.core.writer.WriterContext.Discipline;

/** Writes to temporary files of one work area, on threads of its own: as many of them at once as it has workers. */
public final class DiskBlockWriter implements BlockWriter {
    private final List<FileLane> lanes = new ArrayList<>();
    private final PackLane packLane;
    private final CommandQueue packs;
    private final ExecutorService writerThreads;
    private final ExecutorService syncThreads;
    private final ExecutorService checkThreads;
    private final int threads;

    /** Of all lanes and packs together. */
    private final Workers workers;

    private final AtomicLong backlogBytes = new AtomicLong();
    private final AtomicBoolean closing = new AtomicBoolean();

    /**
     * Starts the threads.
     *
     * @param area where temporary files are made
     * @param timer only posts; not shut down by this writer
     */
    public DiskBlockWriter(
            WorkArea area, WriterSettings settings, DurabilityListener listener, ScheduledExecutorService timer) {
        this(area, settings, listener, timer, Discipline.TRUE);
    }

    DiskBlockWriter(
            WorkArea area,
            WriterSettings settings,
            DurabilityListener listener,
            ScheduledExecutorService timer,
            Discipline discipline) {
        threads = settings.writerThreads() + settings.packThreads();
        writerThreads = DiskThreads.named("writer", threads);
        workers = new Workers(writerThreads, threads);
        syncThreads = DiskThreads.named("writer-sync", settings.syncThreads());
        checkThreads = DiskThreads.named("resume-check", settings.syncThreads());
        WriterContext context = new WriterContext(
                area, settings.marks(), listener, timer, syncThreads, checkThreads, discipline, closing);
        packLane = new PackLane(context);
        packs = new CommandQueue("the writers of packs", workers.within(settings.packThreads()));
        for (int i = 0; i < settings.writerThreads(); i++) {
            lanes.add(new FileLane(new CommandQueue("writer " + i, workers.within(1)), context));
        }
    }

    private FileLane lane(FileId file) {
        return lanes.get((int) (file.number() % lanes.size()));
    }

    @Override
    public void open(FileToWrite file) {
        FileLane lane = lane(file.file());
        lane.queue().postBounded(() -> lane.onOpen(file));
    }

    @Override
    public void resume(FileToWrite file, FileHistory history) {
        FileLane lane = lane(file.file());
        lane.queue().postBounded(() -> lane.onResume(file, history));
    }

    @Override
    public void repair(FileToWrite file, Supplier<ReadableFile> damaged, RangeDigests ranges) {
        FileLane lane = lane(file.file());
        lane.queue().postBounded(() -> lane.onRepair(file, damaged, ranges));
    }

    @Override
    public void write(BlockTag tag, Loan loan) {
        FileLane lane = lane(tag.file());
        backlogBytes.addAndGet(tag.range().length());
        boolean isPosted = lane.queue().post(() -> {
            backlogBytes.addAndGet(-tag.range().length());
            lane.onWrite(tag, loan);
        });
        if (!isPosted) loan.release();
    }

    @Override
    public void writeZero(FileId file, Epoch epoch, ByteRange range) {
        FileLane lane = lane(file);
        lane.queue().postBounded(() -> lane.onZero(file, epoch, range));
    }

    @Override
    public void writePack(PackToWrite pack) {
        backlogBytes.addAndGet(pack.length());
        boolean isPosted = packs.post(() -> {
            backlogBytes.addAndGet(-pack.length());
            packLane.onPack(pack);
        });
        if (!isPosted) pack.loan().release(); // as late blocks: nobody waits for them any more
    }

    @Override
    public void complete(FileId file, Epoch epoch) {
        FileLane lane = lane(file);
        lane.queue().postBounded(() -> lane.onComplete(file, epoch));
    }

    @Override
    public void discard(FileId file, Epoch epoch, Leftover leftover) {
        FileLane lane = lane(file);
        lane.queue().postBounded(() -> lane.onDiscard(file, epoch, leftover));
    }

    @Override
    public CompletionStage<Void> sync() {
        List<CompletableFuture<?>> ofLanes = new ArrayList<>();
        for (FileLane lane : lanes) {
            CompletableFuture<List<CompletableFuture<Void>>> marks = new CompletableFuture<>();
            if (lane.queue().post(() -> marks.complete(lane.onSync()))) {
                ofLanes.add(marks.thenCompose(ends -> CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))));
            }
        }
        return CompletableFuture.allOf(ofLanes.toArray(CompletableFuture[]::new));
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public int workers() {
        return workers.number();
    }

    @Override
    public void useWorkers(int number) {
        workers.resize(Math.max(1, Math.min(threads, number)));
    }

    @Override
    public long backlogBytes() {
        return backlogBytes.get();
    }

    @Override
    public long busyNanos() {
        long sum = packs.busyNanos();
        for (FileLane lane : lanes) sum += lane.queue().busyNanos();
        return sum;
    }

    @Override
    public void close() {
        closing.set(true);
        for (FileLane lane : lanes) lane.queue().close();
        packs.close();
        DiskThreads.close(checkThreads);
        DiskThreads.close(syncThreads);
        DiskThreads.close(writerThreads);
        for (FileLane lane : lanes) lane.closeFiles();
    }
}
