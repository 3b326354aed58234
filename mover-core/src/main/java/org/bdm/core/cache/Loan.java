package org.bdm.core.cache;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * A block on loan: {@value #HEADROOM_BYTES} bytes of headroom, then the payload area. Counted: {@link #retain} before it is handed to a
 * second holder; the last {@link #release} gives the block back. Content is not cleared between loans. Contents belong to one thread at a
 * time; retain and release are safe on any.
 */
public interface Loan {
    /** Bytes in front of the payload area, for a frame header and for page alignment of the payload. */
    int HEADROOM_BYTES = 4096;

    /** Capacity of the payload area in bytes. */
    int payloadCapacity();

    /** A view of {@code [offset, offset + length)} of the payload area; position 0, limit {@code length}; independent of other views. */
    ByteBuffer payload(int offset, int length);

    /**
     * A Netty view over {@code headerBytes} of headroom followed by {@code payloadLength} bytes of payload, contiguous, reader index 0,
     * writer index at its end. Releasing it does not release the loan.
     */
    ByteBuf view(int headerBytes, int payloadLength);

    /** One more holder. */
    Loan retain();

    /** One holder less; the last one returns the block. Releasing too often is a defect and throws. */
    void release();
}
