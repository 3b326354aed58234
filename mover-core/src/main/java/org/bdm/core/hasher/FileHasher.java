package org.bdm.core.hasher;

import java.util.Optional;
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

/**
 * Computes file digests on a few threads; one instance serves a whole node. Any thread; no call blocks. Files are worked on in turns, so
 * that a big one does not hold up small ones.
 */
public interface FileHasher extends AutoCloseable {
    /** Maximum distance from the end of the gapless part at which a block is kept until the gap is closed. */
    long GAP_BYTES_MAX = 8L << 20;

    /** A file begins to arrive. {@code temporary} is read from until {@link #finish} has answered or {@link #discard} has completed. */
    default void begin(FileId file, Epoch epoch, IncomingFile temporary, WantedDigests wanted, HashListener listener) {
        begin(file, epoch, temporary, wanted, listener, this::execute);
    }

    /**
     * As the other one, for who shares the hash threads by rules of its own.
     *
     * @param slices gets the slices of the file, one at a time, and has each run by {@link #execute} in its turn
     */
    void begin(
            FileId file,
            Epoch epoch,
            IncomingFile temporary,
            WantedDigests wanted,
            HashListener listener,
            Executor slices);

    /** As the other one, for one digest. */
    default void begin(
            FileId file, Epoch epoch, IncomingFile temporary, ChecksumAlgorithm algorithm, HashListener listener) {
        begin(file, epoch, temporary, new WantedDigests(algorithm, Optional.empty()), listener);
    }

    /**
     * The block was written, and these are its bytes, from 0 on in the payload area. The loan passes to the hasher. What follows without a
     * gap on what is hashed or kept is kept, however much that is: where hashing is slower than the network, the network waits for blocks,
     * and nothing is read twice. Behind a gap only a few blocks are kept, so that the block that closes it can always come; the others are
     * released, and read again from the file. A CRC-32C needs no bytes: it is composed from those of the blocks. Unknown files and epochs:
     * released.
     */
    void offer(BlockTag tag, Loan loan);

    /** The range is in the file (a resumed one, for example) and will be read from there. */
    void written(FileId file, Epoch epoch, ByteRange range);

    /** The range is zeros, hashed without reading. */
    void zero(FileId file, Epoch epoch, ByteRange range);

    /** No more will come; all of {@code [0, size)} has been given. Ends with {@link HashListener#onDigest}, {@link HashListener#onDigests} or {@link HashListener#onHashFailed}. */
    void finish(FileId file, Epoch epoch, long size);

    /** Forgets the file. Completes when nothing reads from it any more. */
    CompletionStage<Void> discard(FileId file, Epoch epoch);

    /**
     * Digest of the first {@code size} bytes of a file that is there. The file is not closed; it must stay open until the listener has
     * heard the end. A file that ends earlier fails with SOURCE_CHANGED.
     */
    default WholeFileDigest digest(
            ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener) {
        return digest(file, size, algorithm, listener, this::execute);
    }

    /**
     * As the other one, for who shares the hash threads by rules of its own.
     *
     * @param slices gets the slices of the file, one at a time, and has each run by {@link #execute} in its turn
     */
    WholeFileDigest digest(
            ReadableFile file, long size, ChecksumAlgorithm algorithm, WholeFileListener listener, Executor slices);

    /** Runs work on a hash thread, behind what waits there; throws {@link java.util.concurrent.RejectedExecutionException} after the end. */
    void execute(Runnable work);

    /** Threads that hash. */
    int threads();

    /** Bytes that are written and not hashed yet: grows when hashing is the bottleneck. */
    long backlogBytes();

    /** Time that its threads have worked since they began, summed, in nanoseconds; 0 if it is not measured. */
    default long busyNanos() {
        return 0;
    }

    /** Ends the threads. Arriving files that have not ended hear nothing more, whole files fail with STOPPING. Releases all loans. */
    @Override
    void close();
}
