package org.bdm.core.hasher;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.ReadableFile;

/** Reads a file from its start, a slice at a time. One hash thread at a time works on it. */
final class WholeFileTask implements WholeFileDigest {
    private static final long PROGRESS_BYTES = 64L << 20;

    private final ReadableFile file;
    private final long size;
    private final RunningDigest digest;
    private final WholeFileListener listener;
    private final HashPool pool;
    private final Executor slices;
    private long cursor;
    private long told;
    private volatile boolean isCancelled;

    WholeFileTask(
            ReadableFile file,
            long size,
            ChecksumAlgorithm algorithm,
            WholeFileListener listener,
            HashPool pool,
            Executor slices) {
        this.file = file;
        this.size = size;
        this.digest = RunningDigest.of(algorithm);
        this.listener = listener;
        this.pool = pool;
        this.slices = slices;
    }

    @Override
    public void cancel() {
        isCancelled = true;
    }

    void runSlice() {
        try {
            long end = Math.min(size, cursor + HashPool.SLICE_BYTES);
            while (cursor < end && !isCancelled && !pool.isClosing()) cursor += hash(end);
            if (isCancelled) {
                listener.onFailed(new MoverException(ErrorCode.CANCELLED, "the digest was cancelled at " + cursor));
            } else if (cursor == size) {
                listener.onDigest(digest.finish());
            } else {
                tellProgress();
                schedule();
            }
        } catch (MoverException e) {
            listener.onFailed(e);
        } catch (Throwable e) { // also an error: whoever waits hears of it, and the thread goes on
            listener.onFailed(new MoverException(ErrorCode.INTERNAL, "hashing failed at " + cursor + ": " + e, e));
        }
    }

    void schedule() {
        try {
            slices.execute(this::runSlice);
        } catch (RejectedExecutionException e) {
            listener.onFailed(new MoverException(ErrorCode.STOPPING, "the node is stopping", e));
        }
    }

    private long hash(long end) {
        long holeEnd = Math.min(end, file.holeEnd(cursor));
        if (holeEnd > cursor) {
            pool.updateWithZeros(digest, holeEnd - cursor);
            return holeEnd - cursor;
        }
        ByteBuffer buffer = pool.readBuffer();
        buffer.limit((int) Math.min(buffer.capacity(), end - cursor));
        int length = file.read(cursor, buffer);
        if (buffer.hasRemaining()) {
            throw new MoverException(
                    ErrorCode.SOURCE_CHANGED, "the file ends at " + (cursor + length) + ", not at " + size);
        }
        digest.update(buffer.flip());
        return length;
    }

    private void tellProgress() {
        if (cursor - told < PROGRESS_BYTES) return;
        told = cursor;
        listener.onProgress(cursor);
    }
}
