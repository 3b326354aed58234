package org.bdm.core.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A set of bytes of one file, kept as disjoint ranges that do not touch. Belongs to one owner: not safe on several threads.
 *
 * <p>The bounds of the ranges are in one array, so that a block that arrives costs no object. A change moves the bounds behind it: there
 * are as many ranges as there are gaps between blocks on their way, which are few.
 */
public final class RangeSet {
    private static final long[] NO_BOUNDS = {};
    private static final int BOUNDS_MIN = 4;

    /** Strictly ascending: range {@code i} is {@code [bounds[2 * i], bounds[2 * i + 1])}. */
    private long[] bounds = NO_BOUNDS;

    private int count;
    private long lengthTotal;

    /**
     * Adds the bytes of a range.
     *
     * @return how many of them were not in the set before
     */
    public long add(ByteRange range) {
        long offset = range.offset();
        long end = range.endExclusive();
        int first = firstEndingFrom(offset);
        int last = first;
        long joined = 0;
        while (last < count && offset(last) <= range.endExclusive()) {
            offset = Math.min(offset, offset(last));
            end = Math.max(end, end(last));
            joined += end(last) - offset(last);
            last++;
        }
        replace(first, last, 1);
        set(first, offset, end);
        long added = end - offset - joined;
        lengthTotal += added;
        return added;
    }

    /** Takes the bytes of a range out; what is not in the set is ignored. */
    public void remove(ByteRange range) {
        long offset = range.offset();
        long end = range.endExclusive();
        int first = firstEndingFrom(offset + 1);
        int last = first;
        while (last < count && offset(last) < end) {
            lengthTotal -= Math.min(end, end(last)) - Math.max(offset, offset(last));
            last++;
        }
        if (first == last) return;
        long restOffset = offset(first);
        long restEnd = end(last - 1);
        boolean isRestBefore = restOffset < offset;
        boolean isRestBehind = restEnd > end;
        replace(first, last, (isRestBefore ? 1 : 0) + (isRestBehind ? 1 : 0));
        if (isRestBefore) set(first, restOffset, offset);
        if (isRestBehind) set(isRestBefore ? first + 1 : first, end, restEnd);
    }

    private long offset(int index) {
        return bounds[2 * index];
    }

    private long end(int index) {
        return bounds[2 * index + 1];
    }

    private void set(int index, long offset, long end) {
        bounds[2 * index] = offset;
        bounds[2 * index + 1] = end;
    }

    /** The first range that ends at {@code position} or behind it; the number of ranges if none does. */
    private int firstEndingFrom(long position) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end(middle) < position) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** Makes room for {@code ranges} ranges in the place of those from {@code first} to before {@code last}. */
    private void replace(int first, int last, int ranges) {
        int countAfter = count - (last - first) + ranges;
        if (2 * countAfter > bounds.length) bounds = Arrays.copyOf(bounds, Math.max(BOUNDS_MIN, 2 * bounds.length));
        System.arraycopy(bounds, 2 * last, bounds, 2 * (first + ranges), 2 * (count - last));
        count = countAfter;
    }

    /** True when every byte of the range is in the set. */
    public boolean contains(ByteRange range) {
        int index = firstEndingFrom(range.endExclusive());
        return index < count && offset(index) <= range.offset();
    }

    /** True when the set is exactly {@code [0, size)}; true for a size of 0 and an empty set. */
    public boolean coversAll(long size) {
        if (size == 0) return count == 0;
        return count == 1 && offset(0) == 0 && end(0) == size;
    }

    /** The bytes of {@code [0, size)} that are not in the set, in ascending order. */
    public List<ByteRange> missing(long size) {
        List<ByteRange> gaps = new ArrayList<>();
        long next = 0;
        for (int i = 0; i < count && offset(i) < size; i++) {
            if (offset(i) > next) gaps.add(ByteRange.between(next, offset(i)));
            next = end(i);
        }
        if (next < size) gaps.add(ByteRange.between(next, size));
        return gaps;
    }

    /** The ranges of the set, in ascending order. */
    public List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) ranges.add(ByteRange.between(offset(i), end(i)));
        return ranges;
    }

    /** Number of bytes from 0 without a gap. */
    public long contiguousFromZero() {
        return count == 0 || offset(0) > 0 ? 0 : end(0);
    }

    /** Number of ranges in the set. */
    public int count() {
        return count;
    }

    /** Number of bytes in the set. */
    public long lengthTotal() {
        return lengthTotal;
    }

    /** True when no byte is in the set. */
    public boolean isEmpty() {
        return count == 0;
    }

    @Override
    public String toString() {
        return ranges().toString();
    }
}
