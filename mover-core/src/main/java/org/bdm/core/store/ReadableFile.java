package org.bdm.core.store;

import java.nio.ByteBuffer;

/** An open file of the source. Reads are safe on several threads at once; close once. */
public interface ReadableFile extends AutoCloseable {
    /** Status of the open file now (fstat). */
    FileStatus status();

    /** Its status directly after it was opened, before anything was read. */
    default FileStatus statusWhenOpened() {
        return status();
    }

    /**
     * Reads from {@code offset} until {@code target} is full or the file ends.
     *
     * @return bytes read; fewer than {@code target.remaining()} only at the end of the file
     * @throws org.bdm.core.fault.MoverException SOURCE_READ_ERROR with the offset
     */
    int read(long offset, ByteBuffer target);

    /**
     * Returns the end of the hole around {@code offset}: {@code offset} itself if data is there or holes are unknown, else the first data after it
     * (or the size). From SEEK_DATA.
     */
    long holeEnd(long offset);

    /**
     * Asks the kernel to drop what it holds of the file in memory, so that it is read from its device.
     *
     * @return false where nothing can be asked; the kernel then may hold the file
     */
    default boolean dropCached() {
        return false;
    }

    @Override
    void close();
}
