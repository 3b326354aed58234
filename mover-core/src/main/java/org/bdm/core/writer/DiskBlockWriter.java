package org.bdm.core.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Lease;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.WorkArea;
import org.bdm.core.writer.WriterContext.Discipline;

/** Writes to temporary files of one work area, on threads of its own. */
public final class DiskBlockWriter implements BlockWriter {
    private final List<FileLane> lanes = new ArrayList<>();
    private final PackLane packLane;
    private final ExecutorService packThreads;
    private final ExecutorService syncThreads;
    private final ExecutorService checkThreads;
    private final int threads;
    private final AtomicLong backlogBytes = new AtomicLong();
    private final LongAdder packNanos = new LongAdder();

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
        packThreads = DiskThreads.named("pack-writer", settings.packThreads());
        syncThreads = DiskThreads.named("writer-sync", settings.syncThreads());
        checkThreads = DiskThreads.named("resume-check", settings.syncThreads());
        WriterContext context =
                new WriterContext(area, settings.marks(), listener, timer, syncThreads, checkThreads, discipline);
        packLane = new PackLane(context);
        for (int i = 0; i < settings.writerThreads(); i++) {
            lanes.add(new FileLane(new CommandThread("writer-" + i), context));
        }
    }

    private FileLane lane(FileId file) {
        return lanes.get((int) (file.number() % lanes.size()));
    }

    @Override
    public void open(FileToWrite file) {
        FileLane lane = lane(file.file());
        lane.thread().postBounded(() -> lane.onOpen(file));
    }

    @Override
    public void resume(FileToWrite file, FileHistory history) {
        FileLane lane = lane(file.file());
        lane.thread().postBounded(() -> lane.onResume(file, history));
    }

    @Override
    public void write(BlockTag tag, Lease lease) {
        FileLane lane = lane(tag.file());
        backlogBytes.addAndGet(tag.range().length());
        boolean isPosted = lane.thread().post(() -> {
            backlogBytes.addAndGet(-tag.range().length());
            lane.onWrite(tag, lease);
        });
        if (!isPosted) lease.release();
    }

    @Override
    public void writeZero(FileId file, Epoch epoch, ByteRange range) {
        FileLane lane = lane(file);
        lane.thread().postBounded(() -> lane.onZero(file, epoch, range));
    }

    @Override
    public void writePack(PackToWrite pack) {
        backlogBytes.addAndGet(pack.length());
        try {
            packThreads.execute(() -> {
                backlogBytes.addAndGet(-pack.length());
                long began = System.nanoTime();
                packLane.onPack(pack);
                packNanos.add(System.nanoTime() - began);
            });
        } catch (RejectedExecutionException closed) {
            pack.lease().release(); // as late blocks: nobody waits for them any more
        }
    }

    @Override
    public void complete(FileId file, Epoch epoch) {
        FileLane lane = lane(file);
        lane.thread().postBounded(() -> lane.onComplete(file, epoch));
    }

    @Override
    public void discard(FileId file, Epoch epoch, Leftover leftover) {
        FileLane lane = lane(file);
        lane.thread().postBounded(() -> lane.onDiscard(file, epoch, leftover));
    }

    @Override
    public CompletionStage<Void> sync() {
        List<CompletableFuture<?>> ofLanes = new ArrayList<>();
        for (FileLane lane : lanes) {
            CompletableFuture<List<CompletableFuture<Void>>> marks = new CompletableFuture<>();
            if (lane.thread().post(() -> marks.complete(lane.onSync()))) {
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
    public long backlogBytes() {
        return backlogBytes.get();
    }

    @Override
    public long busyNanos() {
        long sum = packNanos.sum();
        for (FileLane lane : lanes) sum += lane.thread().busyNanos();
        return sum;
    }

    @Override
    public void close() {
        for (FileLane lane : lanes) lane.thread().close();
        DiskThreads.close(packThreads);
        DiskThreads.close(checkThreads);
        DiskThreads.close(syncThreads);
        for (FileLane lane : lanes) lane.closeFiles();
    }
}
