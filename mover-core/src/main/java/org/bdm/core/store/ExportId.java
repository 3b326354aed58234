package org.bdm.core.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a writable export gives itself, wherever it is mounted: the file {@code EXPORT/.bdm/export-id}. By it several nodes know that they have
 * the same directory, and a directory knows whose it is.
 *
 * <pre>
 *   root=32 hexadecimal digits, made once
 *   site=name of the site, for people
 *   catalog=32 hexadecimal digits
 * </pre>
 *
 * @param rootId 128 random bits
 * @param site name of the site that made it
 * @param catalogId of the catalog that has the jobs with work in this directory
 */
public record ExportId(String rootId, String site, String catalogId) {
    private static final Pattern CONTENT =
            Pattern.compile("root=([0-9a-f]{32})\nsite=([A-Za-z0-9._-]{1,63})\ncatalog=([0-9a-f]{32})\n");

    /** The content of the file. */
    public String content() {
        return "root=" + rootId + "\nsite=" + site + "\ncatalog=" + catalogId + "\n";
    }

    /** Returns the name in such a content; empty if it is none. */
    public static Optional<ExportId> parse(String content) {
        Matcher matcher = CONTENT.matcher(content);
        return matcher.matches()
                ? Optional.of(new ExportId(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }
}
