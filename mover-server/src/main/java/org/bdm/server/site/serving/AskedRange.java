package org.bdm.server.site.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.block.ByteRange;
import org.jspecify.annotations.Nullable;

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
        List<Asked> asked = parsed(header);
        if (asked.isEmpty() || asked.size() > PARTS_MAX || size == 0) return new Whole();
        List<ByteRange> inside =
                asked.stream().flatMap(range -> range.inside(size).stream()).toList();
        if (inside.isEmpty()) return new Outside();
        List<ByteRange> joined = joined(inside);
        return new Parts(joined.size() == inside.size() ? inside : joined);
    }

    /** Empty for a field that is not understood: a recipient ignores it. */
    private static List<Asked> parsed(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, Asked.UNIT, 0, Asked.UNIT.length())) return List.of();
        List<Asked> asked = new ArrayList<>();
        for (String text : header.substring(Asked.UNIT.length()).split(",", -1)) {
            if (text.isBlank()) continue; // an empty element of a list is none (section 5.6.1)
            Asked range = Asked.parse(text.strip());
            if (range == null) return List.of();
            asked.add(range);
        }
        return asked;
    }

    /**
     * One range of the field.
     *
     * <pre>
     *   500-999    from byte 500 to 999
     *   500-       from byte 500
     *   -500       the last 500 bytes: first is -1
     * </pre>
     */
    record Asked(long first, long last) {
        /** The unit of ranges and its sign, in any case. */
        static final String UNIT = "bytes=";

        private static final Pattern FORM = Pattern.compile("([0-9]*+)-([0-9]*+)");

        static @Nullable Asked parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches() || text.equals("-")) return null;
            long first = form.group(1).isEmpty() ? -1 : number(form.group(1));
            long last = form.group(2).isEmpty() ? Long.MAX_VALUE : number(form.group(2));
            return first > last ? null : new Asked(first, last);
        }

        /** Numbers have no limit; all that are beyond a long are behind the end of every file. */
        private static long number(String digits) {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException tooLarge) {
                return Long.MAX_VALUE;
            }
        }

        /** Empty if it begins behind the end. */
        Optional<ByteRange> inside(long size) {
            long start = first < 0 ? size - Math.min(last, size) : first;
            if (start >= size) return Optional.empty();
            long length = first < 0 ? size - start : Math.min(last, size - 1) - start + 1;
            return Optional.of(new ByteRange(start, length));
        }
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
