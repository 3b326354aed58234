package org.bdm.core.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.cache.Loan;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.FrameWriter;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * Queue of what waits to be sent. At most {@value #BLOCKS_IN_CHANNEL} blocks are given to the channel at once; a control frame is given to it at
 * once and so overtakes the blocks that wait here, without ever going inside one. Answers to wants (ZERO, FILE_END, ERROR of a file) keep
 * their place among the blocks. Counts may be read on any thread, all else belongs to the event loop.
 */
final class SendQueue {
    private static final int BLOCKS_IN_CHANNEL = 2;

    private final Channel channel;
    private final Events events;
    private final Deque<Queued> ordered = new ArrayDeque<>();
    private final AtomicInteger framesWaiting = new AtomicInteger();
    private final AtomicInteger blocksWaiting = new AtomicInteger();
    private int blocksInChannel;
    private int controlBytes;
    private boolean flushPosted;
    private boolean closed;

    private record Queued(Frame frame, @Nullable Loan loan, int payloadLength) {}

    /** Receives the events of the queue. */
    interface Events {
        /** A frame is with the kernel. */
        void onSent(boolean isBlock);

        /** The peer does not read: too much waits. */
        void onOverflow(String what);
    }

    SendQueue(Channel channel, Events events) {
        this.channel = channel;
        this.events = events;
    }

    int blocksWaiting() {
        return blocksWaiting.get();
    }

    int framesWaiting() {
        return framesWaiting.get();
    }

    /** True when the waiting frames have become few, or none, with what was just sent; always checked after a block. */
    boolean crossesLow(boolean isBlock) {
        int frames = framesWaiting();
        return isBlock
                ? frames < DataStream.FRAMES_LOW_WATER
                : frames == DataStream.FRAMES_LOW_WATER - 1 || frames == 0;
    }

    /** Counts a frame before it is posted to the event loop, so that posted ones are bounded too. Any thread. */
    boolean announceFrame() {
        return framesWaiting.incrementAndGet() <= StreamListener.CONTROL_FRAMES_MAX;
    }

    /** As {@link #announceFrame} for a block; their number is bounded by the cache. Any thread. */
    void announceBlock() {
        blocksWaiting.incrementAndGet();
    }

    /** An announced frame. */
    void send(Frame frame) {
        if (closed) {
            framesWaiting.decrementAndGet();
        } else if (keepsOrder(frame) && !ordered.isEmpty()) {
            ordered.add(new Queued(frame, null, 0));
        } else {
            write(frame);
        }
    }

    /** An announced block or pack; takes the loan. */
    void send(Frame frame, Loan loan, int payloadLength) {
        if (closed) {
            loan.release();
            blocksWaiting.decrementAndGet();
            return;
        }
        ordered.add(new Queued(frame, loan, payloadLength));
        writeOrdered();
    }

    private static boolean keepsOrder(Frame frame) {
        if (frame instanceof Frame.Failure failure) {
            return switch (failure.scope()) {
                case BLOCK, FILE, REQUEST -> true;
                case STREAM, SESSION -> false;
            };
        }
        return frame instanceof Frame.FileEnd || frame instanceof Frame.Zero;
    }

    private void writeOrdered() {
        while (!ordered.isEmpty()) {
            Queued next = ordered.element();
            if (next.loan() != null && blocksInChannel == BLOCKS_IN_CHANNEL) return;
            ordered.remove();
            if (next.loan() == null) write(next.frame());
            else writeBulk(next.frame(), next.loan(), next.payloadLength());
        }
    }

    private void write(Frame frame) {
        ByteBuf bytes;
        try {
            bytes = FrameWriter.encode(frame, channel.alloc());
        } catch (RuntimeException e) {
            framesWaiting.decrementAndGet();
            throw e;
        }
        int length = bytes.readableBytes();
        controlBytes += length;
        channel.write(bytes).addListener(written -> {
            controlBytes -= length;
            framesWaiting.decrementAndGet();
            if (written.isSuccess()) events.onSent(false);
        });
        postFlush();
        if (controlBytes > DataStream.CONTROL_BYTES_MAX)
            events.onOverflow(controlBytes + " bytes of control frames wait");
    }

    /** Header in the headroom, payload behind it: one buffer, one write. */
    private void writeBulk(Frame frame, Loan loan, int payloadLength) {
        ByteBuf bytes;
        try {
            bytes = loan.view(WireLimits.HEADER_BYTES, payloadLength);
            FrameWriter.writeBulkHeader(frame, payloadLength, bytes);
        } catch (RuntimeException e) {
            loan.release();
            blocksWaiting.decrementAndGet();
            throw e;
        }
        blocksInChannel++;
        channel.write(bytes).addListener(written -> {
            blocksInChannel--;
            blocksWaiting.decrementAndGet();
            loan.release();
            if (!written.isSuccess()) return;
            events.onSent(true);
            writeOrdered();
        });
        postFlush();
    }

    /** One flush for all that is written in this turn of the event loop. */
    private void postFlush() {
        if (flushPosted) return;
        flushPosted = true;
        channel.eventLoop().execute(() -> {
            flushPosted = false;
            channel.flush();
        });
    }

    /** Drops what waits here, and sends one last frame behind what the channel has. */
    ChannelFuture sendLast(Frame frame) {
        drop();
        return channel.writeAndFlush(FrameWriter.encode(frame, channel.alloc()));
    }

    /** Drops what waits here; what the channel has is released by its write or failure. */
    void drop() {
        closed = true;
        for (Queued queued : ordered) {
            if (queued.loan() == null) {
                framesWaiting.decrementAndGet();
            } else {
                queued.loan().release();
                blocksWaiting.decrementAndGet();
            }
        }
        ordered.clear();
    }
}
