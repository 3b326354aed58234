package org.bdm.server.site.serving;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bdm.core.block.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer: pieces of a file, and what stands between them (RFC 9110, section 14.6). Immutable.
 *
 * @param contentType of the whole body
 */
record AnswerParts(List<Part> parts, String contentType) {
    private static final String NEW_LINE = "\r\n";

    /** Copies the list. */
    AnswerParts {
        parts = List.copyOf(parts);
    }

    /**
     * One piece.
     *
     * @param before text to send before it
     * @param range null for the end, which has nothing behind its text
     */
    record Part(String before, @Nullable ByteRange range) {
        byte[] bytesBefore() {
            return before.getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** One piece, and nothing else. */
    static AnswerParts of(ByteRange range, String mediaType) {
        return new AnswerParts(List.of(new Part("", range)), mediaType);
    }

    /** Several pieces of a file of this size, as {@code multipart/byteranges}. */
    static AnswerParts of(List<ByteRange> ranges, long size, String mediaType) {
        String boundary = UUID.randomUUID().toString(); // not to be guessed by who wrote the file
        List<Part> parts = new ArrayList<>();
        String start = "--" + boundary + NEW_LINE;
        for (ByteRange range : ranges) {
            String head = "Content-Type: " + mediaType + NEW_LINE + "Content-Range: " + contentRange(range, size);
            parts.add(new Part((parts.isEmpty() ? "" : NEW_LINE) + start + head + NEW_LINE + NEW_LINE, range));
        }
        parts.add(new Part(NEW_LINE + "--" + boundary + "--" + NEW_LINE, null));
        return new AnswerParts(parts, "multipart/byteranges; boundary=" + boundary);
    }

    static String contentRange(ByteRange range, long size) {
        return "bytes " + range.offset() + "-" + (range.endExclusive() - 1) + "/" + size;
    }

    long length() {
        long length = 0;
        for (Part part : parts) {
            ByteRange range = part.range();
            length += part.bytesBefore().length + (range == null ? 0 : range.length());
        }
        return length;
    }
}
