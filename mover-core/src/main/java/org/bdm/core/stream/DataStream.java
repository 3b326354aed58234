package org.bdm.core.stream;

import java.util.Optional;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.StreamId;
import org.bdm.core.wire.Frame;

/** One open connection after TLS, before or after the greeting. Any thread; calls post to the event loop and never block. */
public interface DataStream {
    /** {@link StreamListener#onWritable} is called whenever a block has gone to the kernel and fewer than so many are queued. */
    int BLOCKS_LOW_WATER = 4;

    /** Frames in {@link #framesQueued} at which a sender of many small answers stops, until {@link StreamListener#onWritable}. */
    int FRAMES_LOW_WATER = 256;

    /** Bytes of control frames that may wait to be written. */
    int CONTROL_BYTES_MAX = 32 << 20;

    /** Number of the stream in this process. */
    StreamId id();

    /** Returns the identity of the other end, as far as TLS proved it. */
    PeerIdentity peer();

    /**
     * Sends a frame without payload. Control frames overtake blocks that wait, but not ZERO, FILE_END and ERROR of scope BLOCK, FILE or
     * REQUEST: these keep their place among the blocks. When more than {@value StreamListener#CONTROL_FRAMES_MAX}
     * wait, or {@link #CONTROL_BYTES_MAX} bytes of them, the stream is closed: the peer does not read.
     */
    void send(Frame frame);

    /**
     * Sends a frame whose payload is in a loan: {@link Frame.Block} or {@link Frame.Pack}. Takes ownership of the loan and releases it
     * when the bytes are with the kernel, or the stream has ended.
     *
     * @param payloadLength bytes of the loan's payload area
     */
    void send(Frame frame, Loan payload, int payloadLength);

    /** Blocks given to {@link #send(Frame, Loan, int)} that are not with the kernel yet. */
    int blocksQueued();

    /** Frames without payload given to {@link #send(Frame)} that are not with the kernel yet. */
    int framesQueued();

    /**
     * Time in which this end was reading, in nanoseconds since the stream was opened; a few seconds late. Time in which it did not read,
     * because its disk is slow or its rate is limited, does not count, nor does time in which this process stood still.
     */
    long readableNanos();

    /** Part of {@link #readableNanos} that has passed since the last byte of the peer. */
    long silentNanos();

    /** Returns what the kernel tells of the path, as far as it does. Does not block. */
    default PathState path() {
        return PathState.UNKNOWN;
    }

    /** Returns the addresses of both ends; empty for a stream that is no socket, or has ended. */
    default Optional<StreamEnds> ends() {
        return Optional.empty();
    }

    /** Returns how many bytes of files are here of the block or pack that is arriving: none of it was told to the listener. */
    default int bytesArriving() {
        return 0;
    }

    /** At most so many bytes of payload a second are read from this stream; 0 is no limit. */
    void limitReceiveRate(long bytesPerSecondMax);

    /** The greeting has succeeded: the time limit for it ends, and frames larger than a HELLO are taken from now on. */
    void authenticated();

    /**
     * From now on blocks and packs are received into loans of {@code lender}; before this call they are a violation of the protocol. The
     * stream holds at most one loan at a time and passes it on when it is full. The quota of the lender should reserve one block for it;
     * for a block of one file it is asked {@linkplain BlockLender#forFile for that file}, and while that file has enough blocks under way
     * the stream waits.
     */
    void receiveInto(BlockLender lender);

    /** Sets the class of the packets that this end sends from now on; {@link Dscp#DEFAULT} undoes it. Only logs if the kernel refuses. */
    void useDscp(Dscp dscp);

    /** Undoes {@link #receiveInto}, {@link #limitReceiveRate} and {@link #useDscp}: blocks are a violation again. For a stream with nothing under way. */
    void receiveNothing();

    /**
     * The session of this stream is over and the next one is greeted on it: the time for the greeting runs again, and until {@link
     * #authenticated} no frame larger than a HELLO is taken. Undoes {@link #useDscp}.
     */
    void greetAgain();

    /** Replaces the listener, for example after the greeting; takes effect before the next frame. If the stream has ended it hears that. */
    void listener(StreamListener listener);

    /** Stops reading new blocks (TCP then stops the peer) until {@link #resumeReading}; keep-alive is not counted meanwhile. */
    void pauseReading();

    /** Goes on reading. */
    void resumeReading();

    /**
     * Closes: queued blocks are dropped and their loans released, the peer is told {@code reason} in an ERROR of scope STREAM (or in a
     * GOODBYE, for GOING_AWAY), then at most 2 s pass until the socket is gone. The listener hears {@code reason}. Later calls do nothing.
     */
    void close(MoverException reason);
}
