package org.bdm.core.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides into which memory the next bytes of one channel are received. On a plain stream that is the place where they stay: the header
 * buffer, or the loan that the block is written to disk from. Belongs to the channel's event loop.
 */
final class StreamReceiveAllocator implements RecvByteBufAllocator {
    private static final int FIRST_BYTES = 8;
    private static final int SPARE_BYTES = 4096;
    private static final int READS_PER_LOOP = 16;

    private final ExtendedHandle adaptive =
            (ExtendedHandle) new AdaptiveRecvByteBufAllocator(64, 65_536, 262_144).newHandle();
    private boolean isTls;
    private boolean isFirst = true;
    private @Nullable Windows windows;

    /** Source of the buffers for bytes of a plain stream. */
    interface Windows {
        /** A buffer that is writable to its capacity, or null if no byte is wanted now. Not retained for the caller. */
        @Nullable ByteBuf window();

        /** True when more may be read at once. */
        boolean isOpen();
    }

    /** From now on TLS records are received. */
    void receiveTls() {
        isFirst = false;
        isTls = true;
    }

    /** From now on frames are received, into the windows if the channel is plain. */
    void receiveFrames(Windows streamWindows) {
        isFirst = false;
        windows = streamWindows;
    }

    @Override
    public ExtendedHandle newHandle() {
        return new ReceiveHandle();
    }

    private final class ReceiveHandle implements ExtendedHandle {
        private int last;
        private int attempted;
        private int reads;

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            if (isTls) return adaptive.allocate(allocator);
            if (isFirst) return allocator.directBuffer(FIRST_BYTES, FIRST_BYTES);
            ByteBuf window = windows == null ? null : windows.window();
            // Without a window the bytes go to a small buffer and wait there: a read may be under way when reading is
            // stopped.
            return window == null ? allocator.directBuffer(SPARE_BYTES, SPARE_BYTES) : window.retain();
        }

        @Override
        public int guess() {
            return isTls ? adaptive.guess() : SPARE_BYTES;
        }

        @Override
        public void reset(ChannelConfig config) {
            reads = 0;
            adaptive.reset(config);
        }

        @Override
        public void incMessagesRead(int count) {
            reads += count;
            adaptive.incMessagesRead(count);
        }

        @Override
        public void lastBytesRead(int bytes) {
            last = bytes;
            if (isTls) adaptive.lastBytesRead(bytes);
        }

        @Override
        public int lastBytesRead() {
            return last;
        }

        @Override
        public void attemptedBytesRead(int bytes) {
            attempted = bytes;
            adaptive.attemptedBytesRead(bytes);
        }

        @Override
        public int attemptedBytesRead() {
            return attempted;
        }

        @Override
        public boolean continueReading() {
            return mayContinue() && last == attempted;
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
            return mayContinue() && maybeMoreData.get();
        }

        /** Auto-read alone does not end a read loop that is running: a stream that stopped reading must end it here. */
        private boolean mayContinue() {
            return !isFirst && last > 0 && reads < READS_PER_LOOP && (windows == null || windows.isOpen());
        }

        @Override
        public void readComplete() {
            if (isTls) adaptive.readComplete();
        }
    }
}
