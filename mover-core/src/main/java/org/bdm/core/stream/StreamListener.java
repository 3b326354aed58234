package org.bdm.core.stream;

import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Frame;

/** Receives the frames and events of a stream. All calls are made on its event loop, in order; none may block. */
public interface StreamListener {
    /** Control frames that may wait to be written. */
    int CONTROL_FRAMES_MAX = 1024;

    /**
     * A frame without payload. Keep-alive is answered by the stream itself and not shown; an ERROR of scope STREAM is not shown either: it
     * becomes the reason of {@link #onClosed}.
     */
    void onFrame(Frame frame);

    /**
     * A block or pack with its payload in {@code [0, payloadLength)} of the loan's payload area. The checksum is not checked yet: the
     * writer does that. Ownership of the loan passes to the listener.
     */
    void onPayload(Frame frame, Loan payload, int payloadLength);

    /**
     * More may be sent: something has gone to the kernel, and fewer than {@link DataStream#BLOCKS_LOW_WATER} blocks and fewer than
     * {@link DataStream#FRAMES_LOW_WATER} frames are queued. Called after every block, when the frames fall below their mark, and
     * when the last of them has gone.
     */
    void onWritable();

    /**
     * The stream has ended; no call follows. Said exactly once: with the reason given to {@link DataStream#close}, the reason the peer gave,
     * GOING_AWAY after a GOODBYE, TIMED_OUT for a silent peer, PROTOCOL_VIOLATION, or CONNECTION_LOST for all else, damage of a header included.
     */
    void onClosed(MoverException reason);
}
