package org.bdm.core.fetch;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.checksum.RunningRangeDigests;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.hasher.HashListener;
import org.bdm.core.hasher.SessionHasher;
import org.bdm.core.hasher.WantedDigests;
import org.bdm.core.hasher.WholeFileDigest;
import org.bdm.core.hasher.WholeFileListener;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.ReadableFile;

/** A hasher in small, on virtual time: reads each file when all of it is there. */
final class StepHasher implements SessionHasher {
    private final StepStages.Steps steps;
    private final Map<FileId, Arriving> files = new HashMap<>();

    /** The next so many digests are wrong. */
    int wrongDigests;

    /** Threads that it says it has; it works in order, whatever it says. */
    int threads = 1;

    private int workers = Integer.MAX_VALUE;

    /** The next so many ranges that are there already cannot be read. */
    int unreadable;

    private record Arriving(Epoch epoch, IncomingFile temporary, WantedDigests wanted, HashListener listener) {}

    StepHasher(StepStages.Steps steps) {
        this.steps = steps;
    }

    @Override
    public void begin(
            FileId file,
            Epoch epoch,
            IncomingFile temporary,
            WantedDigests wanted,
            HashListener listener,
            Executor slices) {
        files.put(file, new Arriving(epoch, temporary, wanted, listener));
    }

    /** Tells a digest of a file of which bytes are missing, which no hasher may do. */
    void tellTooEarly(FileId file) {
        Arriving arriving = files.get(file);
        arriving.listener.onDigest(file, arriving.epoch, digest(ByteBuffer.allocate(0), arriving.wanted.algorithm()));
    }

    @Override
    public void offer(BlockTag tag, Loan loan) {
        loan.release();
    }

    @Override
    public void written(FileId file, Epoch epoch, ByteRange range) {
        if (unreadable == 0 || !files.containsKey(file)) return;
        unreadable--;
        Arriving arriving = files.remove(file); // as the real one, which forgets a file that it cannot hash
        arriving.listener.onHashFailed(
                file, epoch, new MoverException(ErrorCode.WRITE_ERROR, file + " cannot be read back"));
    }

    @Override
    public void zero(FileId file, Epoch epoch, ByteRange range) {}

    @Override
    public void finish(FileId file, Epoch epoch, long size) {
        steps.next(() -> {
            Arriving arriving = files.get(file);
            if (arriving == null || !arriving.epoch.equals(epoch)) return;
            files.remove(file);
            try {
                ByteBuffer bytes = ByteBuffer.allocate((int) size);
                arriving.temporary.read(0, bytes);
                tellRanges(file, arriving, bytes.duplicate().flip());
                Checksum first = digest(bytes.flip().duplicate(), arriving.wanted.algorithm());
                if (arriving.wanted.also().isEmpty()) {
                    arriving.listener.onDigest(file, epoch, first);
                } else {
                    Checksum second = digest(bytes, arriving.wanted.also().get());
                    arriving.listener.onDigests(file, epoch, first, second);
                }
            } catch (MoverException e) {
                arriving.listener.onHashFailed(file, epoch, e);
            }
        });
    }

    private static void tellRanges(FileId file, Arriving arriving, ByteBuffer bytes) {
        if (arriving.wanted.rangeBytes() == 0) return;
        RunningRangeDigests ranges = new RunningRangeDigests(arriving.wanted.rangeBytes());
        ranges.update(bytes);
        arriving.listener.onRanges(file, arriving.epoch, ranges.finish().orElseThrow());
    }

    private Checksum digest(ByteBuffer bytes, ChecksumAlgorithm algorithm) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(bytes);
        if (wrongDigests > 0) {
            wrongDigests--;
            digest.update(ByteBuffer.wrap(new byte[1]));
        }
        return digest.finish();
    }

    @Override
    public CompletionStage<Void> discard(FileId file, Epoch epoch) {
        Arriving arriving = files.get(file);
        if (arriving != null && arriving.epoch.equals(epoch)) files.remove(file);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public WholeFileDigest digest(
            ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener, Executor slices) {
        slices.execute(() -> {
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            file.read(0, bytes);
            listener.onDigest(digest(bytes.flip(), algorithm));
        });
        return () -> {};
    }

    @Override
    public void execute(Runnable work) {
        steps.next(work::run);
    }

    @Override
    public int threads() {
        return threads;
    }

    @Override
    public int workers() {
        return Math.min(threads, workers);
    }

    @Override
    public void useWorkers(int number) {
        workers = number;
    }

    @Override
    public long busyNanos() {
        return 0;
    }

    @Override
    public long busyNanosOfNode() {
        return 0;
    }

    @Override
    public long backlogBytes() {
        return 0;
    }

    @Override
    public void close() {}
}
