package org.bdm.core.control.request;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.ImportLineView;
import org.jspecify.annotations.Nullable;

/**
 * Content of an imported list, and the draft that keeps it.
 *
 * @param id of the draft; null if the list was only looked at
 * @param owner of the draft; null without one
 * @param label what its owner calls it; null without a draft
 * @param createdAt of the draft; null without one
 * @param format the one that was recognised, for example {@code wget}
 * @param entries datasets, queries, files and pairs of paths that were understood
 * @param datasets different ones that are named, or told by the paths of files
 * @param datasetsComplete false when there are more than were counted
 * @param files that are named one by one; what queries and whole datasets hold is not known yet
 * @param filesWithoutSize those of them whose size the list does not tell
 * @param bytes of the files whose size it tells
 * @param refusedLines lines that were not understood
 * @param refused the first 100 of them; empty in a list of drafts
 * @param warnedLines lines of which something else is to be said
 * @param warnings the first 100 of them; empty in a list of drafts
 */
public record ImportView(
        @Nullable String id,
        @Nullable String owner,
        @Nullable String label,
        @Nullable Instant createdAt,
        String format,
        long entries,
        long datasets,
        boolean datasetsComplete,
        long files,
        long filesWithoutSize,
        long bytes,
        long refusedLines,
        List<ImportLineView> refused,
        long warnedLines,
        List<ImportLineView> warnings) {
    /** An absent list is an empty one. */
    public ImportView {
        refused = refused == null ? List.of() : List.copyOf(refused);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }
}
