package org.bdm.core.s3;

import java.nio.ByteBuffer;

/** The content of an object as it comes. Belongs to one thread at a time; closing it before its end gives its connection up. */
public interface ObjectBody extends AutoCloseable {
    /** Returns what the answer said of the object: its whole size, also for a range. */
    ObjectHead head();

    /**
     * Reads until {@code target} is full or the content ends. Bytes that nobody reads are not asked for.
     *
     * @return bytes read; fewer than {@code target.remaining()} only at the end, which was as long as promised
     * @throws org.bdm.core.fault.MoverException CONNECTION_LOST, TIMED_OUT
     */
    int read(ByteBuffer target);

    @Override
    void close();
}
