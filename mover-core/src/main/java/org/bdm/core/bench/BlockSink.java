package org.bdm.core.bench;

import org.bdm.core.block.BlockTag;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;

/**
 * Takes the blocks of a measurement, which come in pieces of {@link PathBench#PIECE_BYTES}. Any thread; only {@link #close} blocks. Late
 * blocks and those of unknown pieces are dropped.
 */
public interface BlockSink extends AutoCloseable {
    /** Drops what comes: nothing touches a disk here. */
    static BlockSink memory() {
        return new MemorySink();
    }

    /** Begins to take; once, before anything else. */
    void begin(Told told);

    /** A piece is asked for. */
    void open(FileId piece);

    /** Takes a block, and with it the loan. Its range is within the piece; its checksum is not known to be right. */
    void take(BlockTag tag, Loan loan);

    /** A range of a piece, that many bytes, is a hole. */
    void takeHole(BlockTag tag);

    /** The piece comes no more, or comes again from its first byte under another number. */
    void lost(FileId piece);

    /** Bytes that arrived and do not count yet. */
    long bytesHeld();

    /** Returns the load of the disk now, to find what limits. */
    Load load();

    /** Ends, and removes what it left on a disk. Blocks. */
    @Override
    void close();

    /** Hears what became of the bytes. Any thread; must not block. */
    interface Told {
        /** Before it begins. */
        Told NOBODY = new Told() {
            @Override
            public void counted(long bytes) {
                throw new IllegalStateException("it has not begun");
            }

            @Override
            public void failed(MoverException reason) {
                throw new IllegalStateException("it has not begun", reason);
            }
        };

        /** So many more bytes count. */
        void counted(long bytes);

        /** The measurement cannot go on. */
        void failed(MoverException reason);
    }

    /**
     * Load of the disk.
     *
     * @param backlogBytes wait to be written
     * @param busyNanos of the writer threads, summed since they began
     * @param filesFinishing are being forced
     */
    record Load(long backlogBytes, long busyNanos, int filesFinishing) {
        static final Load NONE = new Load(0, 0, 0);
    }
}
