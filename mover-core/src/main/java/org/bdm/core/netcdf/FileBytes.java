package org.bdm.core.netcdf;

import java.nio.ByteBuffer;

/** Bytes of a file, wherever it lies: on a disk, in a store, in a bucket. */
public interface FileBytes {
    /** Size of the file in bytes. */
    long size();

    /**
     * Reads from {@code offset} until {@code target} is full or the file ends.
     *
     * @return bytes read; fewer than {@code target.remaining()} only at the end of the file
     * @throws org.bdm.core.fault.MoverException the error of the storage
     */
    int read(long offset, ByteBuffer target);
}
