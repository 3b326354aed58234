package org.bdm.core.block;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A set of bytes of one file, kept as disjoint ranges that do not touch. Belongs to one owner: not safe on several threads. */
public final class RangeSet {
    private final TreeMap<Long, Long> endByOffset = new TreeMap<>();
    private long lengthTotal;

    /**
     * Adds the bytes of a range.
     *
     * @return how many of them were not in the set before
     */
    public long add(ByteRange range) {
        long offset = range.offset();
        long end = range.endExclusive();
        long before = lengthTotal;
        Map.Entry<Long, Long> left = endByOffset.floorEntry(offset);
        if (left != null && left.getValue() >= offset) {
            offset = left.getKey();
        }
        Map.Entry<Long, Long> next = endByOffset.ceilingEntry(offset);
        while (next != null && next.getKey() <= end) {
            end = Math.max(end, next.getValue());
            lengthTotal -= next.getValue() - next.getKey();
            endByOffset.remove(next.getKey());
            next = endByOffset.ceilingEntry(offset);
        }
        endByOffset.put(offset, end);
        lengthTotal += end - offset;
        return lengthTotal - before;
    }

    /** Takes the bytes of a range out; what is not in the set is ignored. */
    public void remove(ByteRange range) {
        long offset = range.offset();
        long end = range.endExclusive();
        Map.Entry<Long, Long> entry = endByOffset.lowerEntry(end);
        while (entry != null && entry.getValue() > offset) {
            endByOffset.remove(entry.getKey());
            lengthTotal -= entry.getValue() - entry.getKey();
            if (entry.getValue() > end) insert(end, entry.getValue());
            if (entry.getKey() < offset) insert(entry.getKey(), offset);
            entry = endByOffset.lowerEntry(end);
        }
    }

    private void insert(long offset, long end) {
        endByOffset.put(offset, end);
        lengthTotal += end - offset;
    }

    /** Whether every byte of the range is in the set. */
    public boolean contains(ByteRange range) {
        Map.Entry<Long, Long> entry = endByOffset.floorEntry(range.offset());
        return entry != null && entry.getValue() >= range.endExclusive();
    }

    /** Whether the set is exactly {@code [0, size)}; true for a size of 0 and an empty set. */
    public boolean coversAll(long size) {
        if (size == 0) return endByOffset.isEmpty();
        return endByOffset.size() == 1 && contains(new ByteRange(0, size)) && lengthTotal == size;
    }

    /** The bytes of {@code [0, size)} that are not in the set, in ascending order. */
    public List<ByteRange> missing(long size) {
        List<ByteRange> gaps = new ArrayList<>();
        long next = 0;
        for (Map.Entry<Long, Long> entry : endByOffset.entrySet()) {
            if (entry.getKey() >= size) break;
            if (entry.getKey() > next) gaps.add(ByteRange.between(next, entry.getKey()));
            next = entry.getValue();
        }
        if (next < size) gaps.add(ByteRange.between(next, size));
        return gaps;
    }

    /** The ranges of the set, in ascending order. */
    public List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>(endByOffset.size());
        endByOffset.forEach((offset, end) -> ranges.add(ByteRange.between(offset, end)));
        return ranges;
    }

    /** Number of bytes from 0 without a gap. */
    public long contiguousFromZero() {
        Map.Entry<Long, Long> first = endByOffset.firstEntry();
        return first == null || first.getKey() > 0 ? 0 : first.getValue();
    }

    /** Number of ranges in the set. */
    public int count() {
        return endByOffset.size();
    }

    /** Number of bytes in the set. */
    public long lengthTotal() {
        return lengthTotal;
    }

    /** Whether no byte is in the set. */
    public boolean isEmpty() {
        return endByOffset.isEmpty();
    }

    @Override
    public String toString() {
        return ranges().toString();
    }
}
