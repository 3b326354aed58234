package org.bdm.server.site.serving;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRange;

/** The meaning of a Range header for a file of one size (RFC 9110, section 14.2). */
sealed interface AskedRange {
    /** The whole file: no header, one that is not understood, several ranges, an empty file; a server may answer these whole. */
    record Whole() implements AskedRange {}

    /** One range, not empty, inside the file. */
    record Part(ByteRange range) implements AskedRange {
        long first() {
            return range.offset();
        }

        /** The last byte of it, as HTTP counts. */
        long last() {
            return range.endExclusive() - 1;
        }
    }

    /** A range that begins behind the end. */
    record Outside() implements AskedRange {}

    static AskedRange of(@Nullable String header, long size) {
        HttpRange asked = single(header);
        if (asked == null || size == 0) return new Whole();
        long start;
        try {
            start = asked.getRangeStart(size);
        } catch (IllegalArgumentException behindTheEnd) {
            return new Outside();
        }
        if (start >= size) return new Outside();
        return new Part(new ByteRange(start, asked.getRangeEnd(size) + 1 - start));
    }

    private static @Nullable HttpRange single(@Nullable String header) {
        try {
            List<HttpRange> ranges = HttpRange.parseRanges(header);
            return ranges.size() == 1 ? ranges.get(0) : null;
        } catch (IllegalArgumentException notUnderstood) {
            return null; // a recipient ignores a Range header that it does not understand
        }
    }
}
