package org.bdm.core.store.local;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * Reads a forced file again from its device: past the page cache with O_DIRECT, and where that is refused through the page cache after the
 * kernel was asked to drop the file's pages. One run on one thread.
 */
final class ReadBack implements AutoCloseable {
    /** O_DIRECT wants memory, offset and length in multiples of the device's block; 4,096 suits all devices we know. */
    private static final int ALIGNMENT = 4096;

    private static final int PIECE_BYTES = 1 << 20;

    /** Buffers between runs, so that small files do not allocate and clear one each. */
    private static final ArrayBlockingQueue<ByteBuffer> SPARE = new ArrayBlockingQueue<>(8);

    private final Descriptor file;
    private final boolean direct;

    /**
     * Takes ownership of the descriptor.
     *
     * @param direct whether it was opened with O_DIRECT
     */
    ReadBack(Descriptor file, boolean direct) {
        this.file = file;
        this.direct = direct;
    }

    /** Gives the bytes from 0 to {@code size} to the sink, in order. Fails with READ_BACK_FAILED if they cannot be read. */
    void run(long size, Consumer<ByteBuffer> sink) {
        ByteBuffer buffer = SPARE.poll();
        if (buffer == null)
            buffer = ByteBuffer.allocateDirect(PIECE_BYTES + ALIGNMENT).alignedSlice(ALIGNMENT);
        int number = file.borrow();
        try {
            if (!direct) Posix.dropCached(number); // advice only: nothing depends on its result
            long address = Posix.addressOf(buffer);
            for (long offset = 0; offset < size; ) {
                long aligned = offset - offset % ALIGNMENT; // a short read may have ended anywhere
                long count = Posix.read(number, address, PIECE_BYTES, aligned);
                if (count < 0) throw Errno.readingBack(count, "reading back at offset " + aligned, file.what());
                long end = Math.min(aligned + count, size);
                if (end <= offset) throw shorter(offset, size);
                sink.accept(buffer.slice((int) (offset - aligned), (int) (end - offset))
                        .asReadOnlyBuffer());
                offset = end;
            }
        } finally {
            Reference.reachabilityFence(buffer);
            file.giveBack();
            SPARE.offer(buffer);
        }
    }

    private MoverException shorter(long offset, long size) {
        return new MoverException(
                ErrorCode.READ_BACK_FAILED,
                "reading back " + file.what() + " ended at offset " + offset + " of " + size);
    }

    @Override
    public void close() {
        file.close();
    }
}
