package org.bdm.server.site.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRange;

/** The meaning of a Range header for a file of one size (RFC 9110, section 14.2). */
sealed interface AskedRange {
    /** Parts of one answer; a header with more is answered with the whole file. */
    int PARTS_MAX = 64;

    /** The whole file: no header, one that is not understood, too many ranges, an empty file; a server may answer these whole. */
    record Whole() implements AskedRange {}

    /** One range or several, none empty, all inside the file, no two of which overlap. */
    record Parts(List<ByteRange> ranges) implements AskedRange {
        /** Copies the list. */
        public Parts {
            ranges = List.copyOf(ranges);
        }
    }

    /** No range begins before the end. */
    record Outside() implements AskedRange {}

    /** Several ranges of which some overlap, or touch, are put together, so that no byte is sent twice. */
    static AskedRange of(@Nullable String header, long size) {
        List<HttpRange> asked = parsed(header);
        if (asked.isEmpty() || asked.size() > PARTS_MAX || size == 0) return new Whole();
        List<ByteRange> inside = new ArrayList<>();
        for (HttpRange range : asked) {
            ByteRange part = inside(range, size);
            if (part != null) inside.add(part);
        }
        if (inside.isEmpty()) return new Outside();
        List<ByteRange> joined = joined(inside);
        return new Parts(joined.size() == inside.size() ? inside : joined);
    }

    private static List<HttpRange> parsed(@Nullable String header) {
        try {
            return HttpRange.parseRanges(header);
        } catch (IllegalArgumentException notUnderstood) {
            return List.of(); // a recipient ignores a Range header that it does not understand
        }
    }

    /** Null for one that begins behind the end. */
    private static @Nullable ByteRange inside(HttpRange asked, long size) {
        long start;
        try {
            start = asked.getRangeStart(size);
        } catch (IllegalArgumentException behindTheEnd) {
            return null;
        }
        return start >= size ? null : new ByteRange(start, asked.getRangeEnd(size) + 1 - start);
    }

    private static List<ByteRange> joined(List<ByteRange> ranges) {
        List<ByteRange> joined = new ArrayList<>();
        List<ByteRange> ordered = ranges.stream()
                .sorted(Comparator.comparingLong(ByteRange::offset))
                .toList();
        for (ByteRange next : ordered) {
            ByteRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last == null || next.offset() > last.endExclusive()) {
                joined.add(next);
            } else {
                long end = Math.max(last.endExclusive(), next.endExclusive());
                joined.set(joined.size() - 1, new ByteRange(last.offset(), end - last.offset()));
            }
        }
        return joined;
    }
}
