package org.bdm.core.checksum;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Range digests in the making: fed the bytes of a file in order, closed once. Belongs to one thread at a time. */
public final class RunningRangeDigests {
    private static final int VALUES_FIRST = 16;

    private final long rangeBytes;
    private int[] values = new int[VALUES_FIRST];
    private int count;
    private int current;
    private long bytesInRange;
    private long size;
    private boolean isUnknown;

    /** Over no bytes yet, in ranges of this length. */
    public RunningRangeDigests(long rangeBytes) {
        this.rangeBytes = rangeBytes;
    }

    /** Adds the remaining bytes of the buffer; its position is moved to its limit. */
    public void update(ByteBuffer bytes) {
        int limit = bytes.limit();
        while (bytes.position() < limit) {
            int length = (int) Math.min(limit - bytes.position(), rangeBytes - bytesInRange);
            bytes.limit(bytes.position() + length);
            add(RunningDigest.crc32c(bytes), length);
            bytes.limit(limit);
        }
    }

    /** True if so many bytes more are all in one range. */
    public boolean isInOneRange(long length) {
        return length <= rangeBytes - bytesInRange;
    }

    /** Adds bytes that are not here, of which the CRC-32C is known. If they are not {@linkplain #isInOneRange in one range}, nothing is known. */
    public void append(int crc32c, long length) {
        if (isInOneRange(length)) add(crc32c, length);
        else isUnknown = true;
    }

    private void add(int crc32c, long length) {
        current = Crc32cComposition.of(current, crc32c, length);
        bytesInRange += length;
        size += length;
        if (bytesInRange == rangeBytes) endRange();
    }

    private void endRange() {
        if (count == values.length) values = Arrays.copyOf(values, 2 * count);
        values[count++] = current;
        current = 0;
        bytesInRange = 0;
    }

    /** Returns the digests over all bytes given; empty if they are not known. Call once. */
    public Optional<RangeDigests> finish() {
        if (isUnknown) return Optional.empty();
        if (bytesInRange > 0) endRange();
        return Optional.of(new RangeDigests(size, rangeBytes, Arrays.copyOf(values, count)));
    }
}
