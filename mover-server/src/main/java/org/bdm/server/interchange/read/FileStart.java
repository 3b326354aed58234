package org.bdm.server.interchange.read;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/**
 * The beginning of a list, by which its format is recognised.
 *
 * @param text as UTF-8, without a byte order mark; bytes that are not UTF-8 are replaced
 * @param lines those that are whole, not empty and no comments
 */
record FileStart(String text, List<String> lines) {
    static final int BYTES = 64 * 1024;

    /** Of the first {@link #BYTES} bytes, or of all of a shorter list. */
    static FileStart of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.startsWith("\ufeff")) text = text.substring(1);
        int lastEnd = text.lastIndexOf('\n');
        // The last line may be cut off; but one that is as long as this is all there is.
        String whole = bytes.length < BYTES || lastEnd < 0 ? text : text.substring(0, lastEnd);
        List<String> lines = whole.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        return new FileStart(text, lines);
    }

    /** True if the list begins with a tag; the rest may look like anything. */
    boolean isXml() {
        return text.stripLeading().startsWith("<");
    }

    /** The first of its lines alone. */
    FileStart first() {
        return new FileStart(text, lines.subList(0, Math.min(1, lines.size())));
    }

    int count(Predicate<String> fits) {
        return Math.toIntExact(lines.stream().filter(fits).count());
    }
}
