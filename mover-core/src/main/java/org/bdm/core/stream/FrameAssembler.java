package org.bdm.core.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.FrameHeader;
import org.bdm.core.wire.FrameReader;
import org.bdm.core.wire.PackIndex;
import org.bdm.core.wire.WireLimits;
import org.jspecify.annotations.Nullable;

/**
 * Makes frames of bytes: header, then payload, into the window that is wanted next. Nothing is allocated for a payload before the checksum
 * of its header was right and its length is within bounds. Belongs to the stream's event loop.
 */
final class FrameAssembler {
    private static final int SKIP_BYTES = 4096;

    private final ByteBufAllocator allocator;
    private final Receiver receiver;
    private final ByteBuf headerBytes;

    private @Nullable FrameHeader header;
    /** Buffer for the next bytes; null while waiting for a block, and at the end. */
    private @Nullable ByteBuf window;

    private @Nullable ByteBuf payload;
    private @Nullable Loan loan;
    private int payloadFilled;
    private int windowFilled;
    private volatile int bulkFilled; // bytes of files in the block or pack that is arriving; for who looks
    private boolean closed;

    /** Receives the frames. */
    interface Receiver {
        /** Largest payload of a control frame that is taken now. */
        int controlBytesMax();

        /** True when bulk of this length is accepted at all. */
        boolean takesBulk(int payloadLength);

        /**
         * A block for a payload, or null: then {@link #loanArrived} follows some time.
         *
         * @param fileNumber as in the header: 0 for a pack of several files
         */
        @Nullable Loan loan(long fileNumber);

        /** Most bytes of bulk to receive at once, at least 1. */
        int windowMax();

        /** So many bytes of bulk have arrived. */
        void bulkReceived(int bytes);

        void onFrame(Frame frame);

        /** Ownership of the loan passes. */
        void onBulk(Frame frame, Loan loan, int payloadLength);

        /** True when more bytes are wanted after the last frame. */
        boolean isOpen();
    }

    FrameAssembler(ByteBufAllocator allocator, Receiver receiver) {
        this.allocator = allocator;
        this.receiver = receiver;
        headerBytes = allocator.directBuffer(WireLimits.HEADER_BYTES, WireLimits.HEADER_BYTES);
        window = headerBytes;
    }

    /** Bytes of files in a block or pack that is not whole yet. Any thread. */
    int bulkArriving() {
        return bulkFilled;
    }

    @Nullable ByteBuf window() {
        return window;
    }

    /** Bytes were written to the window. May call the receiver. */
    void windowWritten() {
        ByteBuf written = window;
        if (written == null) return;
        if (header == null) {
            if (!written.isWritable())
                startPayload(FrameHeader.read(headerBytes.internalNioBuffer(0, WireLimits.HEADER_BYTES)));
            return;
        }
        int bytes = written.writerIndex() - windowFilled;
        windowFilled = written.writerIndex();
        payloadFilled += bytes;
        if (loan != null) {
            bulkFilled = header.isPack()
                    ? PackIndex.bytesOfFiles(loan.payload(0, header.payloadLength()), payloadFilled)
                    : payloadFilled;
            receiver.bulkReceived(bytes);
        }
        if (payloadFilled == header.payloadLength()) endPayload(header);
        else if (!written.isWritable()) nextWindow(header);
    }

    /** Takes bytes that were received elsewhere, as far as they are wanted now. */
    void copyFrom(ByteBuf in) {
        while (in.isReadable() && receiver.isOpen()) {
            ByteBuf into = window;
            if (into == null) return;
            into.writeBytes(in, Math.min(in.readableBytes(), into.writableBytes()));
            windowWritten();
        }
    }

    private void startPayload(FrameHeader next) {
        headerBytes.clear();
        header = next;
        payloadFilled = 0;
        windowFilled = 0;
        int length = next.payloadLength();
        if (next.isBulk()) {
            if (!receiver.takesBulk(length)) {
                throw violation("a block or pack of " + length + " bytes where none, or none that large, is accepted");
            }
            Loan free = receiver.loan(next.file());
            if (free == null) window = null;
            else loanArrived(free);
        } else if (next.isSkipped()) {
            if (length == 0) startHeader();
            else nextWindow(next);
        } else {
            if (length > receiver.controlBytesMax()) {
                throw violation("a frame of " + length + " bytes before the end of the greeting");
            }
            payload = allocator.directBuffer(Math.max(length, 1), Math.max(length, 1));
            window = payload;
            if (length == 0) endPayload(next);
        }
    }

    /** The block that was waited for; passes to the assembler. */
    void loanArrived(Loan arrived) {
        FrameHeader waiting = header;
        if (closed || waiting == null) {
            arrived.release();
            return;
        }
        loan = arrived;
        payload = arrived.view(0, waiting.payloadLength()).writerIndex(0);
        nextWindow(waiting);
    }

    private void nextWindow(FrameHeader of) {
        int left = of.payloadLength() - payloadFilled;
        windowFilled = 0;
        if (of.isSkipped()) {
            releasePayload();
            int bytes = Math.min(left, SKIP_BYTES);
            payload = allocator.directBuffer(bytes, bytes);
            window = payload;
        } else if (payload != null) {
            window = payload.slice(payloadFilled, Math.min(left, receiver.windowMax()))
                    .writerIndex(0);
        }
    }

    private void endPayload(FrameHeader ended) {
        Loan filled = loan;
        ByteBuf content = payload;
        if (content == null) return;
        if (filled != null) {
            int length = ended.payloadLength();
            Frame frame = FrameReader.bulkFrame(ended, filled.payload(0, length));
            loan = null;
            startHeader();
            receiver.onBulk(frame, filled, length);
        } else if (ended.isSkipped()) {
            startHeader();
        } else {
            Frame frame = FrameReader.frame(ended, content);
            startHeader();
            receiver.onFrame(frame);
        }
    }

    private void startHeader() {
        bulkFilled = 0;
        releasePayload();
        header = null;
        window = closed ? null : headerBytes;
    }

    private void releasePayload() {
        if (payload != null) payload.release();
        payload = null;
    }

    /** Gives all memory back; no frame follows. */
    void close() {
        if (closed) return;
        closed = true;
        bulkFilled = 0;
        window = null;
        releasePayload();
        if (loan != null) loan.release();
        loan = null;
        headerBytes.release();
    }

    private static MoverException violation(String what) {
        return new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the other side broke the protocol: it sent " + what);
    }
}
