package org.bdm.core.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;

/** Blocks on the heap for one thread, counted: a process that dies in a simulation takes its blocks with it, and that is no leak. */
final class PlainLender implements BlockLender {
    private final int blocks;
    private final int blockBytes;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int lent;

    PlainLender(int blocks, int blockBytes) {
        this.blocks = blocks;
        this.blockBytes = blockBytes;
    }

    int blocks() {
        return blocks;
    }

    int blocksFree() {
        return blocks - lent;
    }

    @Override
    public Loan tryLend() {
        if (lent == blocks) return null;
        lent++;
        return new PlainLoan();
    }

    @Override
    public void whenFree(Runnable task) {
        if (lent < blocks) task.run();
        else waiting.add(task);
    }

    @Override
    public int blockBytes() {
        return blockBytes;
    }

    private final class PlainLoan implements Loan {
        private final ByteBuffer bytes = ByteBuffer.allocate(blockBytes);
        private int holders = 1;

        @Override
        public int payloadCapacity() {
            return blockBytes;
        }

        @Override
        public ByteBuffer payload(int offset, int length) {
            requireHeld();
            return bytes.duplicate().position(offset).limit(offset + length).slice();
        }

        @Override
        public ByteBuf view(int headerBytes, int payloadLength) {
            return Unpooled.buffer(headerBytes + payloadLength);
        }

        @Override
        public Loan retain() {
            requireHeld();
            holders++;
            return this;
        }

        @Override
        public void release() {
            requireHeld();
            if (--holders > 0) return;
            lent--;
            Runnable next = waiting.poll();
            if (next != null) next.run();
        }

        private void requireHeld() {
            if (holders == 0) throw new IllegalStateException("the block was given back before");
        }
    }
}
