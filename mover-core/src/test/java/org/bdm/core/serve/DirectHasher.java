package org.bdm.core.serve;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.FileHasher;
import org.bdm.core.hasher.HashListener;
import org.bdm.core.hasher.WantedDigests;
import org.bdm.core.hasher.WholeFileDigest;
import org.bdm.core.hasher.WholeFileListener;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.ReadableFile;

/** Computes digests of whole files on the thread of the caller. */
public final class DirectHasher implements FileHasher {
    private final List<Runnable> held = new ArrayList<>(); // guarded by this
    private boolean isHeld;

    @Override
    public void begin(
            FileId file,
            Epoch epoch,
            IncomingFile temporary,
            WantedDigests wanted,
            HashListener listener,
            Executor slices) {
        throw new AssertionError("serving hashes no arriving file");
    }

    @Override
    public void offer(BlockTag tag, Loan loan) {
        throw new AssertionError("serving hashes no arriving file");
    }

    @Override
    public void written(FileId file, Epoch epoch, ByteRange range) {
        throw new AssertionError("serving hashes no arriving file");
    }

    @Override
    public void zero(FileId file, Epoch epoch, ByteRange range) {
        throw new AssertionError("serving hashes no arriving file");
    }

    @Override
    public void finish(FileId file, Epoch epoch, long size) {
        throw new AssertionError("serving hashes no arriving file");
    }

    @Override
    public CompletionStage<Void> discard(FileId file, Epoch epoch) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public WholeFileDigest digest(
            ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener, Executor slices) {
        AtomicBoolean isCancelled = new AtomicBoolean();
        slices.execute(() -> {
            if (isCancelled.get()) listener.onFailed(new MoverException(ErrorCode.CANCELLED, "nobody waits for it"));
            else hash(file, size, algorithm, listener);
        });
        return () -> isCancelled.set(true);
    }

    private static void hash(ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener) {
        try {
            RunningDigest digest = RunningDigest.of(algorithm);
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            file.read(0, bytes);
            digest.update(bytes.flip());
            listener.onProgress(size);
            listener.onDigest(digest.finish());
        } catch (MoverException e) {
            listener.onFailed(e);
        }
    }

    /** From now on nothing is hashed. */
    synchronized void hold() {
        isHeld = true;
    }

    /** What was held is hashed. */
    void let() {
        List<Runnable> all;
        synchronized (this) {
            isHeld = false;
            all = List.copyOf(held);
            held.clear();
        }
        all.forEach(Runnable::run);
    }

    @Override
    public void execute(Runnable work) {
        synchronized (this) {
            if (isHeld) {
                held.add(work);
                return;
            }
        }
        work.run();
    }

    @Override
    public int threads() {
        return 1;
    }

    @Override
    public long backlogBytes() {
        return 0;
    }

    @Override
    public void close() {
        // No threads.
    }
}
