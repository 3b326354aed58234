package org.bdm.core.checksum;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bdm.core.block.ByteRange;

/**
 * The CRC-32C of each range of a file, from its start on: all ranges have the same length, the last one may be shorter. They tell where a file is
 * damaged; that its bytes are right is for the digest of the whole file to say. Immutable.
 */
public final class RangeDigests {
    /** Length of a range; files up to this size have no range digests. */
    public static final long RANGE_BYTES_MIN = 8L << 20;

    /** Most ranges of a file: those of larger files are longer. */
    public static final int RANGES_MAX = 4096;

    private final long size;
    private final long rangeBytes;
    private final int[] values;

    RangeDigests(long size, long rangeBytes, int[] values) {
        if (rangeBytes < 1 || values.length != ranges(size, rangeBytes))
            throw new IllegalArgumentException(values.length + " ranges of " + rangeBytes + " in " + size + " bytes");
        this.size = size;
        this.rangeBytes = rangeBytes;
        this.values = values;
    }

    /** Returns the length of the ranges of a file of this size, in bytes; 0 if it is too small to have any. */
    public static long rangeBytes(long size) {
        if (size <= RANGE_BYTES_MIN) return 0;
        long bytes = RANGE_BYTES_MIN;
        while (ranges(size, bytes) > RANGES_MAX) bytes *= 2;
        return bytes;
    }

    private static long ranges(long size, long rangeBytes) {
        return size / rangeBytes + (size % rangeBytes == 0 ? 0 : 1);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws IllegalArgumentException for another number of values than the file has ranges
     */
    public static RangeDigests of(long size, long rangeBytes, byte[] bytes) {
        int[] values = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().get(values);
        return new RangeDigests(size, rangeBytes, values);
    }

    /** Returns the values in order, 4 bytes each, big-endian. */
    public byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
        bytes.asIntBuffer().put(values);
        return bytes.array();
    }

    /** Returns the size of the file in bytes. */
    public long size() {
        return size;
    }

    /** Returns the length in bytes of every range but the last. */
    public long rangeBytes() {
        return rangeBytes;
    }

    /** Returns the number of ranges. */
    public int count() {
        return values.length;
    }

    /** Returns the range of this number, from 0. */
    public ByteRange range(int number) {
        long offset = number * rangeBytes;
        return ByteRange.between(offset, Math.min(size, offset + rangeBytes));
    }

    /** Returns the CRC-32C of the range of this number. */
    public int crc32c(int number) {
        return values[number];
    }

    /** Returns the ranges of this file that the other one does not have, ascending: other bytes, or none. Both have ranges of the same length. */
    public List<ByteRange> differing(RangeDigests other) {
        if (rangeBytes != other.rangeBytes) throw new IllegalArgumentException("ranges of other lengths");
        List<ByteRange> differing = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            boolean isThere = i < other.values.length && range(i).equals(other.range(i));
            if (!isThere || values[i] != other.values[i]) differing.add(range(i));
        }
        return differing;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RangeDigests that
                && size == that.size
                && rangeBytes == that.rangeBytes
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return values.length + " ranges of " + rangeBytes + " in " + size + " bytes";
    }
}
