package org.bdm.core.stream;

import org.bdm.core.cache.Lease;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.StreamId;
import org.bdm.core.wire.Frame;

/** One open connection after TLS, before or after the greeting. Any thread; calls post to the event loop and never block. */
public interface DataStream {
    /** Number of the stream in this process. */
    StreamId id();

    /** Who is at the other end, as far as TLS proved it. */
    PeerIdentity peer();

    /**
     * Sends a frame without payload. Control frames overtake blocks that wait. When more than {@value StreamListener#CONTROL_FRAMES_MAX}
     * wait, the stream is closed: the peer does not read.
     */
    void send(Frame frame);

    /**
     * Sends a frame whose payload is in a lease: {@link Frame.Block} or {@link Frame.Pack}. Takes ownership of the lease and releases it
     * when the bytes are with the kernel, or the stream has ended.
     *
     * @param payloadLength bytes of the lease's payload area
     */
    void send(Frame frame, Lease payload, int payloadLength);

    /** Blocks given to {@link #send(Frame, Lease, int)} that are not with the kernel yet. */
    int blocksQueued();

    /** At most so many bytes of payload a second are read from this stream; 0 is no limit. */
    void limitReceiveRate(long bytesPerSecondMax);

    /** Replaces the listener, for example after the greeting; takes effect before the next frame. */
    void listener(StreamListener listener);

    /** Stops reading new blocks (TCP then stops the peer) until {@link #resumeReading}; keep-alive is not counted meanwhile. */
    void pauseReading();

    /** Goes on reading. */
    void resumeReading();

    /** Closes after what is queued has been written, at most 2 s; the listener hears {@code reason}. */
    void close(MoverException reason);
}
