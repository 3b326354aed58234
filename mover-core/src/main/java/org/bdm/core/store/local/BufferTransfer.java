package org.bdm.core.store.local;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** Moves bytes between a buffer and an open file: whole, in as many calls as it takes. Heap buffers go through {@link Scratch}. */
final class BufferTransfer {
    private BufferTransfer() {}

    /**
     * Reads until the buffer is full or the file ends; the position moves.
     *
     * @return bytes read, or minus the errno
     */
    static long read(int descriptor, long offset, ByteBuffer target) {
        long done = 0;
        while (target.hasRemaining()) {
            long count = readOnce(descriptor, offset + done, target);
            if (count < 0) return count;
            if (count == 0) return done;
            done += count;
        }
        return done;
    }

    /**
     * Writes all that remains. The position moves to the limit, but not at all on an error.
     *
     * @return 0, or minus the errno
     */
    static long write(int descriptor, long offset, ByteBuffer source) {
        int begin = source.position();
        long at = offset;
        while (source.hasRemaining()) {
            long count = writeOnce(descriptor, at, source);
            if (count < 0) {
                source.position(begin);
                return count;
            }
            at += count;
        }
        return 0;
    }

    private static long readOnce(int descriptor, long offset, ByteBuffer target) {
        int length = target.remaining();
        if (target.isDirect()) {
            long address = Posix.addressOf(target) + target.position();
            long count = Posix.read(descriptor, address, length, offset);
            Reference.reachabilityFence(target);
            if (count > 0) target.position(target.position() + (int) count);
            return count;
        }
        Scratch scratch = Scratch.ofThisThread();
        int count = (int) Posix.read(descriptor, scratch.dataAddress(), Math.min(length, Scratch.DATA_BYTES), offset);
        if (count > 0) target.put(scratch.data.slice(0, count));
        return count;
    }

    private static long writeOnce(int descriptor, long offset, ByteBuffer source) {
        int length = source.remaining();
        long count;
        if (source.isDirect()) {
            count = Posix.write(descriptor, Posix.addressOf(source) + source.position(), length, offset);
            Reference.reachabilityFence(source);
        } else {
            Scratch scratch = Scratch.ofThisThread();
            int piece = Math.min(length, Scratch.DATA_BYTES);
            scratch.data.put(0, source, source.position(), piece);
            count = Posix.write(descriptor, scratch.dataAddress(), piece, offset);
        }
        if (count > 0) source.position(source.position() + (int) count);
        return count == 0 ? -Errno.INVAL : count;
    }
}
