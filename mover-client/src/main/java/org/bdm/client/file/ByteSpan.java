package org.bdm.client.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a file, as in the header Range of HTTP.
 *
 * @param first first byte, counted from 0; negative for the last {@code -first} bytes
 * @param last last byte, which belongs to it; negative for the end of the file
 */
public record ByteSpan(long first, long last) {
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,18})?-([0-9]{1,18})?");
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18}|\\*)");

    /**
     * Reads {@code a-b}, {@code a-} or {@code -n}.
     *
     * @throws IllegalArgumentException with a sentence for people
     */
    public static ByteSpan parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        String first = matcher.matches() ? matcher.group(1) : null;
        String last = matcher.matches() ? matcher.group(2) : null;
        if (first == null && last == null) throw invalid(text);
        if (first == null) {
            if (Long.parseLong(last) == 0) throw invalid(text);
            return new ByteSpan(-Long.parseLong(last), -1);
        }
        ByteSpan span = new ByteSpan(Long.parseLong(first), last == null ? -1 : Long.parseLong(last));
        if (last != null && span.last() < span.first()) throw invalid(text);
        return span;
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("not a range of bytes: " + text
                + "; write FIRST-LAST (from 0, both belong to it), FIRST- or -LENGTH for the end of the file");
    }

    /** The value of the header. */
    public String header() {
        if (first < 0) return "bytes=" + first;
        return "bytes=" + first + "-" + (last < 0 ? "" : last);
    }

    /** Returns the number of bytes that an answer with this Content-Range has; negative if it is another part than this one. */
    public long lengthIn(String contentRange) {
        Matcher matcher = CONTENT_RANGE.matcher(contentRange.strip());
        if (!matcher.matches()) return -1;
        long begin = Long.parseLong(matcher.group(1));
        long end = Long.parseLong(matcher.group(2));
        long size = matcher.group(3).equals("*") ? Long.MAX_VALUE : Long.parseLong(matcher.group(3));
        long wantedEnd = first < 0 || last < 0 ? size - 1 : Math.min(last, size - 1);
        long wantedBegin = first < 0 ? Math.max(0, size + first) : first;
        boolean isOpen = size == Long.MAX_VALUE && (first < 0 || last < 0); // to an end that nobody tells
        boolean isSame =
                isOpen ? first >= 0 && begin == first && end >= begin : begin == wantedBegin && end == wantedEnd;
        return isSame ? end - begin + 1 : -1;
    }
}
