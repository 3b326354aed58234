package org.bdm.core.cache;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One loan of one block. A new object for every loan, so that a holder who has released cannot touch the block of the next: every call
 * after the last release throws. Netty's leak detector reports loans that were forgotten.
 */
final class CountedLoan implements Loan {
    private static final ResourceLeakDetector<CountedLoan> LEAKS =
            ResourceLeakDetectorFactory.instance().newResourceLeakDetector(CountedLoan.class);

    private final BlockCache cache;
    private final CacheShare share;
    private final long fileNumber;
    private final ByteBuffer memory;
    private final AtomicInteger holders = new AtomicInteger(1);
    private @Nullable ResourceLeakTracker<CountedLoan> leakTracker;

    private CountedLoan(BlockCache cache, CacheShare share, long fileNumber, ByteBuffer memory) {
        this.cache = cache;
        this.share = share;
        this.fileNumber = fileNumber;
        this.memory = memory;
    }

    /** @param fileNumber {@link FileBlocks#NO_FILE} for bytes of none or several */
    static CountedLoan of(BlockCache cache, CacheShare share, long fileNumber, ByteBuffer memory) {
        CountedLoan loan = new CountedLoan(cache, share, fileNumber, memory);
        loan.leakTracker = LEAKS.track(loan);
        return loan;
    }

    @Override
    public int payloadCapacity() {
        return memory.capacity() - HEADROOM_BYTES;
    }

    @Override
    public ByteBuffer payload(int offset, int length) {
        checkHeld();
        Objects.checkFromIndexSize(offset, length, payloadCapacity());
        return memory.slice(HEADROOM_BYTES + offset, length);
    }

    @Override
    public ByteBuf view(int headerBytes, int payloadLength) {
        checkHeld();
        Objects.checkIndex(headerBytes, HEADROOM_BYTES + 1);
        Objects.checkIndex(payloadLength, payloadCapacity() + 1);
        return Unpooled.wrappedBuffer(memory.slice(HEADROOM_BYTES - headerBytes, headerBytes + payloadLength));
    }

    @Override
    public Loan retain() {
        int before = holders.getAndUpdate(count -> count == 0 ? 0 : count + 1);
        if (before == 0) throw usedAfterRelease();
        return this;
    }

    @Override
    public void release() {
        int before = holders.getAndUpdate(count -> count == 0 ? 0 : count - 1);
        if (before == 0) throw usedAfterRelease();
        if (before > 1) return;
        if (leakTracker != null) leakTracker.close(this);
        cache.giveBack(share, fileNumber, memory);
    }

    private void checkHeld() {
        if (holders.get() == 0) throw usedAfterRelease();
    }

    private IllegalStateException usedAfterRelease() {
        return new IllegalStateException("a block of " + share.quota().name() + " was used after its last release");
    }

    @Override
    public String toString() {
        return "CountedLoan[" + share.quota().name() + ", holders " + holders.get() + "]";
    }
}
