package org.bdm.core.netcdf;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a file by pages and keeps the last ones, so that its structure takes few reads: its parts are small and lie close together. Where
 * pages are read one after the other, more of them are read at once. Belongs to one thread.
 */
public final class BufferedBytes {
    /** More than that is never asked for at once: no part of a structure is larger. */
    public static final int LENGTH_MAX = 64 << 20;

    private static final int PAGE_BYTES = 4096;
    private static final int PAGES_KEPT = 1024;
    private static final int PAGES_AT_ONCE_MAX = 16;
    private static final int WHOLE_FROM_BYTES = 64 << 10;

    private final FileBytes file;
    private final long size;
    private final Map<Long, byte[]> pages = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
            return size() > PAGES_KEPT;
        }
    };
    private long nextPage = -1;
    private int pagesAtOnce = 1;
    private long reads;
    private long bytesRead;

    /** Reads this file. */
    public BufferedBytes(FileBytes file) {
        this.file = file;
        this.size = file.size();
    }

    /** Size of the file in bytes. */
    public long size() {
        return size;
    }

    /** Number of reads of the file until now. */
    public long reads() {
        return reads;
    }

    /** Number of bytes read from the file until now. */
    public long bytesRead() {
        return bytesRead;
    }

    /**
     * Returns these bytes.
     *
     * @throws org.bdm.core.fault.MoverException FILE_MALFORMED if they are not all in the file, or are more than {@link #LENGTH_MAX}
     */
    public byte[] at(long offset, long length) {
        if (offset < 0 || length < 0 || length > LENGTH_MAX || offset > size - length) {
            throw StructureFault.malformed(
                    offset, length + " bytes are expected, and the file has " + size + " in all");
        }
        byte[] bytes = new byte[(int) length];
        if (length >= WHOLE_FROM_BYTES) {
            read(offset, bytes);
            return bytes;
        }
        int done = 0;
        while (done < length) {
            long at = offset + done;
            byte[] page = page(at / PAGE_BYTES, (offset + length - 1) / PAGE_BYTES);
            int from = (int) (at % PAGE_BYTES);
            int count = (int) Math.min(page.length - from, length - done);
            System.arraycopy(page, from, bytes, done, count);
            done += count;
        }
        return bytes;
    }

    private byte[] page(long number, long last) {
        byte[] known = pages.get(number);
        if (known != null) return known;
        pagesAtOnce = number == nextPage ? Math.min(2 * pagesAtOnce, PAGES_AT_ONCE_MAX) : 1;
        long count = Math.max(pagesAtOnce, last - number + 1);
        long offset = number * PAGE_BYTES;
        byte[] bytes = new byte[(int) Math.min(count * PAGE_BYTES, size - offset)];
        read(offset, bytes);
        for (int from = 0; from < bytes.length; from += PAGE_BYTES) {
            byte[] page = new byte[Math.min(PAGE_BYTES, bytes.length - from)];
            System.arraycopy(bytes, from, page, 0, page.length);
            pages.put(number + from / PAGE_BYTES, page);
        }
        nextPage = number + (bytes.length + PAGE_BYTES - 1) / PAGE_BYTES;
        byte[] page = pages.get(number);
        if (page == null) throw new IllegalStateException("page " + number + " was read and not kept");
        return page;
    }

    private void read(long offset, byte[] target) {
        int read = file.read(offset, ByteBuffer.wrap(target));
        reads++;
        bytesRead += read;
        if (read < target.length) {
            throw StructureFault.malformed(offset + read, "the file ends here and had " + size + " bytes");
        }
    }
}
