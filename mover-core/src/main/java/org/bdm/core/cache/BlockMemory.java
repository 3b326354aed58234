package org.bdm.core.cache;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of all blocks: one piece that is reserved at once, and given by the system page by page as blocks are first written to. Blocks
 * that come back last are lent first, so a process holds as much as it had on its way at once, not as much as it may have. Java would fill
 * the memory of a direct buffer with zeros, and so hold all of it from the start.
 */
final class BlockMemory {
    private static final int PAGE_BYTES = 4096;

    private BlockMemory() {}

    /**
     * Page-aligned buffers. The memory goes back to the system when none of them, and no view of one, is reachable.
     *
     * @throws OutOfMemoryError if the system does not reserve so much
     */
    static List<ByteBuffer> reserve(int buffers, int bytesEach) {
        long distance = (bytesEach + PAGE_BYTES - 1L) / PAGE_BYTES * PAGE_BYTES;
        Memory all = new Memory(buffers * distance + PAGE_BYTES);
        long first = -Pointer.nativeValue(all) & (PAGE_BYTES - 1);
        List<ByteBuffer> reserved = new ArrayList<>(buffers);
        for (int i = 0; i < buffers; i++) {
            // A slice is big-endian, as all buffers of this program are, and keeps the memory as the buffer does.
            reserved.add(all.getByteBuffer(first + i * distance, bytesEach).slice());
        }
        return reserved;
    }
}
