package org.bdm.core.netcdf;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Bounds what the structure of one file may take, whatever it says of itself. One thread. */
public final class StructureBudget {
    /** Objects, links, attributes, messages and nodes of one file. */
    public static final long PARTS_MAX = 4_000_000;
    /** Chunks of one file. */
    public static final long CHUNKS_MAX = 1_000_000;
    /** Bytes of attributes, texts and heaps of one file. */
    public static final long BYTES_MAX = 256L << 20;

    /** Bytes of the structure that are read, those that are read again among them. */
    public static final long BYTES_READ_MAX = 1L << 30;

    private static final long BYTES_OF_VALUE = 32;

    private long parts;
    private long chunks;
    private long bytes;
    private long bytesRead;

    /** One more part of the structure is read. */
    public void part() {
        if (++parts > PARTS_MAX) throw tooLarge("parts", PARTS_MAX);
    }

    /** One more chunk is listed. */
    public void chunk() {
        if (++chunks > CHUNKS_MAX) throw tooLarge("chunks", CHUNKS_MAX);
    }

    /** So many bytes are kept. */
    public void bytes(long count) {
        bytes += count;
        if (bytes > BYTES_MAX) throw tooLarge("bytes of attributes and texts", BYTES_MAX);
    }

    /** So many values of an attribute are kept, as objects. */
    public void values(long count) {
        bytes(Math.multiplyExact(count, BYTES_OF_VALUE));
    }

    /** So many bytes of the file were read. */
    public void read(long count) {
        bytesRead += count;
        if (bytesRead > BYTES_READ_MAX) throw tooLarge("bytes to read", BYTES_READ_MAX);
    }

    private static MoverException tooLarge(String what, long most) {
        return new MoverException(ErrorCode.TOO_LARGE, "the structure of the file has more than " + most + " " + what);
    }
}
