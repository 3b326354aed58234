package org.bdm.core.hasher;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.worker.Workers;

/** Passes everything on to the hasher of the node, and has the slices run by workers of its own. */
final class HasherPart implements SessionHasher {
    private final FileHasher node;
    private final Workers workers;

    HasherPart(FileHasher node) {
        this.node = node;
        this.workers = new Workers(node::execute, node.threads());
    }

    @Override
    public void begin(
            FileId file,
            Epoch epoch,
            IncomingFile temporary,
            WantedDigests wanted,
            HashListener listener,
            Executor slices) {
        node.begin(file, epoch, temporary, wanted, listener, slices);
    }

    @Override
    public void offer(BlockTag tag, Loan loan) {
        node.offer(tag, loan);
    }

    @Override
    public void written(FileId file, Epoch epoch, ByteRange range) {
        node.written(file, epoch, range);
    }

    @Override
    public void zero(FileId file, Epoch epoch, ByteRange range) {
        node.zero(file, epoch, range);
    }

    @Override
    public void finish(FileId file, Epoch epoch, long size) {
        node.finish(file, epoch, size);
    }

    @Override
    public CompletionStage<Void> discard(FileId file, Epoch epoch) {
        return node.discard(file, epoch);
    }

    @Override
    public WholeFileDigest digest(
            ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener, Executor slices) {
        return node.digest(file, size, algorithm, listener, slices);
    }

    @Override
    public void execute(Runnable work) {
        workers.execute(work);
    }

    @Override
    public int threads() {
        return node.threads();
    }

    @Override
    public int workers() {
        return workers.number();
    }

    @Override
    public void useWorkers(int number) {
        workers.resize(Math.max(1, Math.min(node.threads(), number)));
    }

    @Override
    public long backlogBytes() {
        return node.backlogBytes();
    }

    @Override
    public long busyNanos() {
        return workers.busyNanos();
    }

    @Override
    public long busyNanosOfNode() {
        return node.busyNanos();
    }

    @Override
    public void close() {
        // The threads are the node's.
    }
}
