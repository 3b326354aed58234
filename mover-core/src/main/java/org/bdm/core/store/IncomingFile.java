package org.bdm.core.store;

import java.nio.ByteBuffer;

/**
 * A file whose bytes come to a destination and that does not have its final name, as those see it who check it and pass it on. It belongs to
 * one owner at a time, who closes it.
 */
public interface IncomingFile extends AutoCloseable {
    /** Returns the name by which its destination finds it again: one of ours, never a peer's. */
    String name();

    /** Returns the bytes up to the end of the file now. */
    long size();

    /** Reads as {@link ReadableFile#read}, of bytes that were written; any thread. */
    int read(long offset, ByteBuffer target);

    /** Lets it go; what came of it stays at the destination, and can be resumed or discarded. */
    @Override
    void close();
}
