package org.bdm.core.writer;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.worker.AdjustableWorkers;

/**
 * Writes received bytes. Any thread; no call blocks or touches the disk; results go to the {@link DurabilityListener}.
 * For one file calls take effect in the order they are made. Its workers are the writers of blocks and of packs together.
 *
 * <p>Bounds: every queued block and pack holds a loan, so the cache bounds them; everything else is bounded by the files that the caller
 * has open. As a guard against a defect a queue of {@value #COMMANDS_MAX} commands without a loan makes the call fail.
 */
public interface BlockWriter extends AdjustableWorkers, AutoCloseable {
    /** Commands without a loan that may wait in one queue. */
    int COMMANDS_MAX = 65_536;

    /**
     * Makes the temporary file of a new epoch and reserves its space: a file that does not fit fails with NO_SPACE before its first byte.
     * Ends with {@link DurabilityListener#onOpened} or {@link DurabilityListener#onFailed}. Also for files without bytes.
     */
    void open(FileToWrite file);

    /**
     * Returns whether one more file should be opened now. False while the files that take bytes may come to need all the memory that there is for
     * them; true again at the latest when those of this writer have ended. Each call of {@link #open} counts at once. Files that are resumed are not
     * asked about: they were opened under this limit before.
     */
    default boolean mayOpen() {
        return true;
    }

    /**
     * Goes on with the temporary file of an earlier run: reads every durable block back, compares its checksum, and drops what does not
     * match. {@link DurabilityListener#onOpened} tells what survived: nothing, and a fresh file under the same epoch plus 1, if
     * the temporary file is gone or is another inode.
     */
    void resume(FileToWrite file, FileHistory history);

    /**
     * As {@link #open}, and copies into the new file what is right of a damaged one. {@link DurabilityListener#onOpened} tells what: the ranges
     * that have their digest, durable and marked. A damaged file that cannot be opened or read gives nothing.
     *
     * @param damaged opens the damaged file, on a thread that may block; the writer closes it
     * @param ranges digests of the ranges that the new file should have; their size is that of the file
     */
    void repair(FileToWrite file, Supplier<ReadableFile> damaged, RangeDigests ranges);

    /**
     * Checks and writes a block. The loan passes to the writer; it comes back with {@link DurabilityListener#onWritten}, or is
     * released if the block is refused.
     */
    void write(BlockTag tag, Loan loan);

    /** The range holds zeros: a hole. Told with {@link DurabilityListener#onZeroWritten}. */
    void writeZero(FileId file, Epoch epoch, ByteRange range);

    /** Checks a pack, writes each piece to its own temporary file and computes its digest. The loan passes to the writer, which releases it. */
    void writePack(PackToWrite pack);

    /**
     * All bytes of the file have been written: sets its exact size and gives the temporary file to {@link DurabilityListener#onCompleted},
     * after which the writer no longer knows it. A file that is not covered fails with INTERNAL.
     */
    void complete(FileId file, Epoch epoch);

    /** Closes and forgets the file; with {@code delete} the temporary file goes too, else it can be resumed. Unknown files are ignored. */
    void discard(FileId file, Epoch epoch, Leftover leftover);

    /**
     * Makes everything written so far durable and marked, for a pause. Completes when it is, exceptionally never: files whose sync fails
     * are told with {@link DurabilityListener#onFailed}.
     */
    CompletionStage<Void> sync();

    /** Bytes that wait for a writer thread: when it is near the cache's size, the disk is the bottleneck. */
    long backlogBytes();

    /** Ends the threads after what is queued, without waiting for syncs; temporary files are closed and stay. Waits. Call {@link #sync} before. */
    @Override
    void close();

    /** Fates of a temporary file. */
    enum Leftover {
        /** It stays in the work area, to be resumed. */
        KEEP,
        /** It is deleted. */
        DELETE
    }
}
