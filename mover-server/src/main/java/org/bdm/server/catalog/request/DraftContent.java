package org.bdm.server.catalog.request;

import java.util.List;

/**
 * The counted contents of a list.
 *
 * @param format the one that was recognised
 * @param entries that were understood
 * @param datasets different ones
 * @param datasetsComplete false when there are more than were counted
 * @param files named one by one
 * @param filesWithoutSize those of them whose size the list does not tell
 * @param bytes of the others
 * @param lines the first that were refused or warned of, at most {@value Drafts#LINES_MAX}
 */
public record DraftContent(
        String format,
        long entries,
        long datasets,
        boolean datasetsComplete,
        long files,
        long filesWithoutSize,
        long bytes,
        long refusedLines,
        long warnedLines,
        List<DraftLine> lines) {
    /** Copies the list. */
    public DraftContent {
        lines = List.copyOf(lines);
    }
}
