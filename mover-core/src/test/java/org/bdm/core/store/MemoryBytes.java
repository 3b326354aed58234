package org.bdm.core.store;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bdm.core.block.ByteRange;

/** The bytes of a file, in pages; a page that was never written is a hole. Guarded by the store. */
final class MemoryBytes {
    private static final int PAGE_BYTES = 4096;

    private final TreeMap<Long, byte[]> pages = new TreeMap<>();
    private final Set<Long> changedPages = new HashSet<>();
    private long size;

    long size() {
        return size;
    }

    int read(long offset, ByteBuffer target) {
        int done = 0;
        while (target.hasRemaining() && offset + done < size) {
            long at = offset + done;
            int inPage = (int) (at % PAGE_BYTES);
            int length = (int) Math.min(Math.min(PAGE_BYTES - inPage, target.remaining()), size - at);
            byte[] page = pages.get(at / PAGE_BYTES);
            target.put(page == null ? new byte[PAGE_BYTES] : page, inPage, length);
            done += length;
        }
        return done;
    }

    void write(long offset, ByteBuffer source) {
        long at = offset;
        while (source.hasRemaining()) {
            int inPage = (int) (at % PAGE_BYTES);
            int length = Math.min(PAGE_BYTES - inPage, source.remaining());
            source.get(page(at / PAGE_BYTES), inPage, length);
            at += length;
        }
        size = Math.max(size, at);
    }

    void flip(long offset) {
        page(offset / PAGE_BYTES)[(int) (offset % PAGE_BYTES)] ^= 0x40;
    }

    void resize(long wanted) {
        for (Long page : Set.copyOf(
                pages.tailMap((wanted + PAGE_BYTES - 1) / PAGE_BYTES, true).keySet())) {
            pages.remove(page);
            changedPages.add(page);
        }
        if (wanted < size && pages.containsKey(wanted / PAGE_BYTES)) {
            byte[] last = page(wanted / PAGE_BYTES);
            for (int i = (int) (wanted % PAGE_BYTES); i < PAGE_BYTES; i++) last[i] = 0;
        }
        size = wanted;
    }

    /** Whole pages of the range go; what it has of others becomes zeros. */
    void makeHole(ByteRange range) {
        long end = Math.min(range.endExclusive(), size);
        for (Long number : Set.copyOf(pages.subMap(range.offset() / PAGE_BYTES, (end + PAGE_BYTES - 1) / PAGE_BYTES)
                .keySet())) {
            long first = Math.max(range.offset(), number * PAGE_BYTES);
            long last = Math.min(end, (number + 1) * PAGE_BYTES);
            if (last - first == PAGE_BYTES) {
                pages.remove(number);
                changedPages.add(number);
            } else {
                byte[] page = page(number);
                for (long at = first; at < last; at++) page[(int) (at % PAGE_BYTES)] = 0;
            }
        }
    }

    long holeEnd(long offset) {
        if (offset >= size) return offset;
        Long data = pages.ceilingKey(offset / PAGE_BYTES);
        return data == null ? size : Math.max(offset, data * PAGE_BYTES);
    }

    /** Makes {@code durable} equal to this. */
    void copyChangesTo(MemoryBytes durable) {
        for (Long changed : changedPages) {
            byte[] page = pages.get(changed);
            if (page == null) {
                durable.pages.remove(changed);
            } else {
                durable.pages.put(changed, page.clone());
            }
        }
        changedPages.clear();
        durable.size = size;
    }

    /** Makes this equal to {@code durable}. */
    void become(MemoryBytes durable) {
        pages.clear();
        for (Map.Entry<Long, byte[]> page : durable.pages.entrySet()) {
            pages.put(page.getKey(), page.getValue().clone());
        }
        changedPages.clear();
        size = durable.size;
    }

    private byte[] page(long number) {
        changedPages.add(number);
        return pages.computeIfAbsent(number, absent -> new byte[PAGE_BYTES]);
    }
}
