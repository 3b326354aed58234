package org.bdm.core.hasher;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.ReadableFile;
import org.jspecify.annotations.Nullable;

/** Hashes on threads of its own. */
public final class ThreadedFileHasher implements FileHasher {
    private final ConcurrentHashMap<FileId, ArrivingFile> files = new ConcurrentHashMap<>();
    private final HashPool pool;
    private final int threads;

    /**
     * Starts the threads.
     *
     * @param threadCount one thread makes about 2 GB/s of SHA-256; more help only with several files
     * @param blocksBehindGapsMax blocks that may be kept for others that have not come yet, over all files: few of those that may be lent
     */
    public ThreadedFileHasher(int threadCount, int blocksBehindGapsMax) {
        pool = new HashPool(threadCount, blocksBehindGapsMax);
        threads = threadCount;
    }

    @Override
    public void begin(
            FileId file,
            Epoch epoch,
            IncomingFile temporary,
            WantedDigests wanted,
            HashListener listener,
            Executor slices) {
        HashListener forgetting = new Forgetting(listener);
        ArrivingFile before =
                files.put(file, new ArrivingFile(file, epoch, temporary, wanted, forgetting, pool, slices));
        if (before != null) before.discard();
    }

    @Override
    public void offer(BlockTag tag, Loan loan) {
        ArrivingFile arriving = find(tag.file(), tag.epoch());
        if (arriving == null) {
            loan.release();
        } else {
            arriving.offer(tag, loan);
        }
    }

    @Override
    public void written(FileId file, Epoch epoch, ByteRange range) {
        ArrivingFile arriving = find(file, epoch);
        if (arriving != null) arriving.written(range);
    }

    @Override
    public void zero(FileId file, Epoch epoch, ByteRange range) {
        ArrivingFile arriving = find(file, epoch);
        if (arriving != null) arriving.zero(range);
    }

    @Override
    public void finish(FileId file, Epoch epoch, long size) {
        ArrivingFile arriving = find(file, epoch);
        if (arriving != null) arriving.finish(size);
    }

    @Override
    public CompletionStage<Void> discard(FileId file, Epoch epoch) {
        ArrivingFile arriving = find(file, epoch);
        if (arriving == null) return CompletableFuture.completedFuture(null);
        files.remove(file, arriving);
        return arriving.discard();
    }

    @Override
    public WholeFileDigest digest(
            ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener, Executor slices) {
        WholeFileTask task = new WholeFileTask(file, size, algorithm, listener, pool, slices);
        task.schedule();
        return task;
    }

    @Override
    public void execute(Runnable work) {
        if (!pool.execute(work)) throw new RejectedExecutionException("the hash threads have stopped");
    }

    private @Nullable ArrivingFile find(FileId file, Epoch epoch) {
        ArrivingFile arriving = files.get(file);
        return arriving != null && arriving.epoch().equals(epoch) ? arriving : null;
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public long backlogBytes() {
        return pool.backlogBytes();
    }

    @Override
    public long busyNanos() {
        return pool.busyNanos();
    }

    @Override
    public void close() {
        pool.close();
        for (ArrivingFile arriving : files.values()) arriving.close();
        files.clear();
    }

    /** Forgets a file before its owner hears of its end, so that the owner may begin it again at once. */
    private final class Forgetting implements HashListener {
        private final HashListener listener;

        Forgetting(HashListener listener) {
            this.listener = listener;
        }

        private void forget(FileId file, Epoch epoch) {
            ArrivingFile arriving = find(file, epoch);
            if (arriving != null) files.remove(file, arriving);
        }

        @Override
        public void onDigest(FileId file, Epoch epoch, Checksum digest) {
            forget(file, epoch);
            listener.onDigest(file, epoch, digest);
        }

        @Override
        public void onDigests(FileId file, Epoch epoch, Checksum digest, Checksum also) {
            forget(file, epoch);
            listener.onDigests(file, epoch, digest, also);
        }

        @Override
        public void onRanges(FileId file, Epoch epoch, RangeDigests ranges) {
            listener.onRanges(file, epoch, ranges);
        }

        @Override
        public void onHashFailed(FileId file, Epoch epoch, MoverException reason) {
            forget(file, epoch);
            listener.onHashFailed(file, epoch, reason);
        }
    }
}
