package org.bdm.core.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes the files of one job. Files are prepared (attributes, force, verify) on several threads, each on its own; one thread takes what
 * is ready, at most {@value #BATCH_FILES_MAX} files and no longer than {@value #BATCH_WAIT_MILLIS} ms, and places it as one batch. Big
 * files that are read again have threads of their own, so that small ones do not wait for them.
 */
public final class OrderedFileFinisher implements FileFinisher {
    private static final Logger LOG = LoggerFactory.getLogger(OrderedFileFinisher.class);

    private static final int BATCH_FILES_MAX = 256;
    private static final long BATCH_WAIT_MILLIS = 5;
    private static final int PREPARE_THREADS = 8;
    private static final int DIRECTORY_THREADS = 8;
    private static final int BIG_FILE_THREADS = 2;
    private static final long BIG_FILE_BYTES = 64L << 20;

    /** Wakes the placing thread, so that it sees that it is to end. */
    private static final Placement STOP =
            new Placement.Ended(new FinishResult.NotRecovered(new FileId(Long.MAX_VALUE)));

    private final WritableStore store;
    private final WorkArea area;
    private final FinishOptions options;
    private final FinishListener listener;
    private final Preparation preparation;
    private final DirectoryForces forces;
    private final FinishClock clock = new FinishClock(System::nanoTime);

    private final ExecutorService prepareThreads = DiskThreads.named("finish", PREPARE_THREADS);
    private final ExecutorService bigFileThreads = DiskThreads.named("finish-big", BIG_FILE_THREADS);
    private final ExecutorService directoryThreads = DiskThreads.named("force-directory", DIRECTORY_THREADS);
    private final Thread placingThread;

    /** Bounded by {@link FileFinisher#FILES_MAX}. */
    private final LinkedBlockingQueue<Placement> ready = new LinkedBlockingQueue<>();

    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger preparing = new AtomicInteger();
    private volatile boolean isClosed;

    /**
     * Starts the threads.
     *
     * @param area work area of the job, in which the temporary files are
     */
    public OrderedFileFinisher(WritableStore store, WorkArea area, FinishOptions options, FinishListener listener) {
        this.store = store;
        this.area = area;
        this.options = options;
        this.listener = listener;
        this.preparation = new Preparation(store, area, options, clock);
        this.forces = new DirectoryForces(store, directoryThreads);
        this.placingThread = new Thread(this::placeAll, "place");
        placingThread.setDaemon(true);
        placingThread.start();
    }

    @Override
    public void finish(FileToFinish file) {
        count();
        boolean isBig = options.readBack() && file.temporary().size() > BIG_FILE_BYTES;
        prepare(isBig, () -> preparation.prepare(file), file.temporary());
    }

    @Override
    public void recover(FileToRecover file) {
        count();
        boolean isBig = file.placing().size() > BIG_FILE_BYTES;
        prepare(isBig, () -> preparation.recover(file), null);
    }

    @Override
    public void link(FileToLink file) {
        count();
        boolean isBig = file.verified().size() > BIG_FILE_BYTES;
        prepare(isBig, () -> preparation.link(file), null);
    }

    private void prepare(boolean isBig, Supplier<Placement> step, @Nullable IncomingFile temporary) {
        preparing.incrementAndGet();
        try {
            (isBig ? bigFileThreads : prepareThreads).execute(() -> {
                Placement placement = step.get();
                preparing.decrementAndGet();
                ready.add(placement);
            });
        } catch (RejectedExecutionException closed) {
            if (temporary != null) temporary.close(); // nobody waits any more; it can be resumed
        }
    }

    @Override
    public void placeSymbolicLink(FileId file, byte[] target, StorePath destination, ChunkRight right) {
        count();
        ready.add(new Placement.OfSymbolicLink(file, target.clone(), destination, right));
    }

    @Override
    public void makeDirectory(FileId file, StorePath destination, ChunkRight right) {
        count();
        ready.add(new Placement.OfDirectory(file, destination, right));
    }

    private void count() {
        if (underWay.incrementAndGet() <= FILES_MAX) return;
        underWay.decrementAndGet();
        throw new MoverException(
                ErrorCode.TOO_MANY_REQUESTS, "more than " + FILES_MAX + " files are being finished at once");
    }

    private void placeAll() {
        try {
            while (!isClosed) {
                List<Placement> batch = takeBatch();
                if (batch.isEmpty()) continue;
                List<FinishResult> results =
                        clock.placing(() -> new PlacingBatch(store, area, options, preparation, forces).run(batch));
                underWay.addAndGet(-batch.size());
                tell(results);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Placement> takeBatch() throws InterruptedException {
        List<Placement> batch = new ArrayList<>();
        batch.add(ready.take());
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BATCH_WAIT_MILLIS);
        while (batch.size() < BATCH_FILES_MAX) {
            if (ready.drainTo(batch, BATCH_FILES_MAX - batch.size()) > 0) continue;
            long left = end - System.nanoTime();
            if (left <= 0 || preparing.get() == 0) break; // nothing else is about to be ready
            Placement next = ready.poll(left, TimeUnit.NANOSECONDS);
            if (next != null) batch.add(next);
        }
        batch.remove(STOP);
        return batch;
    }

    private void tell(List<FinishResult> results) {
        try {
            listener.onEnded(results);
        } catch (RuntimeException e) {
            LOG.error("a listener of finished files failed", e);
        }
    }

    @Override
    public FinishTimes times() {
        return clock.times();
    }

    @Override
    public void close() {
        isClosed = true;
        ready.add(STOP);
        DiskThreads.join(placingThread);
        DiskThreads.close(prepareThreads);
        DiskThreads.close(bigFileThreads);
        DiskThreads.close(directoryThreads);
        for (Placement left : ready) {
            if (left instanceof Placement.OfFile file) file.temporary().close();
        }
    }
}
