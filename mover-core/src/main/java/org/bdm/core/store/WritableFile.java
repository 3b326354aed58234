package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.function.Consumer;
import org.bdm.core.block.ByteRange;

/**
 * A temporary file in a {@link WorkArea}. Belongs to one thread at a time for writing; reading and {@link #force} are safe on others at the
 * same time. A force covers every write that returned before it began.
 *
 * <p>Errors: NO_SPACE, QUOTA_EXCEEDED, READ_ONLY, PERMISSION, WRITE_ERROR; SYNC_FAILED from {@link #force}; READ_BACK_FAILED from reading.
 */
public interface WritableFile extends IncomingFile {
    /**
     * Returns the file of a work area that its writer gave out.
     *
     * @throws IllegalArgumentException if it is of another kind of destination
     */
    static WritableFile of(IncomingFile file) {
        if (file instanceof WritableFile ours) return ours;
        throw new IllegalArgumentException(file.name() + " is in no work area");
    }

    /** Returns the name in the work area. */
    @Override
    String name();

    /** Returns the abilities of this file's file system. */
    StoreAbilities abilities();

    /** Inode number: a journal mark names it, so that a new file never inherits marks. */
    long inode();

    @Override
    long size();

    /** Writes all remaining bytes at {@code offset}; the position moves to the limit. */
    void write(long offset, ByteBuffer source);

    /** Reads as {@link ReadableFile#read}; through the page cache. */
    @Override
    int read(long offset, ByteBuffer target);

    /**
     * Asks for the space of a range ahead of its bytes (fallocate) without changing the size.
     *
     * @return false if that is not known here, and nothing was done
     */
    boolean reserve(ByteRange range);

    /**
     * Makes zeros of a range inside the file that take no space, and gives back what was written or reserved there. Where the file system
     * cannot do that, zeros are written over what is data.
     */
    void makeHole(ByteRange range);

    /** As {@link ReadableFile#holeEnd}; space that is only reserved may count as data. */
    long holeEnd(long offset);

    /** Sets the exact size; what is added is a hole. */
    void resize(long size);

    /** Sets mtime and permission bits; call before the last {@link #force}. */
    void setAttributes(Instant modified, int mode);

    /**
     * Waits until data and attributes are on stable storage (fsync).
     *
     * @throws org.bdm.core.fault.MoverException SYNC_FAILED, or NO_SPACE and the like; final for this file: every later call fails too, it
     *     can only be deleted (promise P13)
     */
    void force();

    /**
     * Reads everything again after {@link #force}, past the page cache where {@link StoreAbilities#directRead} says so, and gives it to
     * {@code sink} in order, in pieces that are valid only during the call.
     */
    void readBack(Consumer<ByteBuffer> sink);

    @Override
    void close();
}
