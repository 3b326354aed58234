package org.bdm.core.block;

/**
 * A half-open range of bytes in a file: {@code [offset, offset + length)}.
 *
 * @param offset first byte, counted from 0
 * @param length number of bytes, at least 1; an empty range is not a range
 */
public record ByteRange(long offset, long length) {
    /** Refuses ranges that do not exist. */
    public ByteRange {
        if (offset < 0) throw new IllegalArgumentException("offset is negative: " + offset);
        if (length < 1) throw new IllegalArgumentException("length is not positive: " + length);
        Math.addExact(offset, length); // the end must fit in a long
    }

    /** The range {@code [offset, endExclusive)}. */
    public static ByteRange between(long offset, long endExclusive) {
        return new ByteRange(offset, Math.subtractExact(endExclusive, offset));
    }

    /** First byte after the range. */
    public long endExclusive() {
        return offset + length;
    }

    /** True when all of {@code other} lies inside. */
    public boolean covers(ByteRange other) {
        return offset <= other.offset && other.endExclusive() <= endExclusive();
    }

    @Override
    public String toString() {
        return offset + "+" + length;
    }
}
