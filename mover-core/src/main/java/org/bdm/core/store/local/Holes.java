package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import org.bdm.core.block.ByteRange;
import org.bdm.core.store.Allocation;

/** Finds and makes holes of open files, also where the file system does not support them. */
final class Holes {
    private static final int ZEROS_BYTES = 1 << 16;
    private static final int BLOCK_BYTES = 512; // the unit of st_blocks, whatever the blocks of the file system are

    private Holes() {}

    /** True when the result of fallocate says that the file system has no such call. */
    static boolean isUnknown(int result) {
        return result == -Errno.NOTSUP || result == -Errno.NOSYS;
    }

    /** Returns the end of the hole around {@code offset}, {@code offset} itself in data; minus the errno if the size cannot be told. */
    static long end(int descriptor, long offset) {
        long data = Posix.seekData(descriptor, offset);
        if (data >= 0) return data;
        if (data != -Errno.NXIO) return offset; // holes are not known here
        int result = Posix.statusOfOpen(descriptor);
        return result < 0 ? result : Math.max(offset, Statx.size());
    }

    /** Writes zeros where there is data, up to the end of the file. */
    static void fillWithZeros(LocalWritableFile file, ByteRange range) {
        ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
        long end = Math.min(range.endExclusive(), file.size());
        long offset = file.holeEnd(range.offset());
        while (offset < end) {
            int length = (int) Math.min(ZEROS_BYTES, end - offset);
            file.write(offset, zeros.clear().limit(length));
            offset = file.holeEnd(offset + length);
        }
    }

    /** Looks at the blocks of a file and asks where its data begin; reads none of them. */
    static Allocation allocation(Descriptor opened) {
        int number = opened.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.reading(result, "statx", opened.what());
            long size = Statx.size();
            long allocated = Statx.blocks() * BLOCK_BYTES;
            boolean hasData = Posix.seekData(number, 0) != -Errno.NXIO;
            return new Allocation(size, allocated, hasData);
        } finally {
            opened.giveBack();
        }
    }
}
