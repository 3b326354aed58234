package org.bdm.core.control.request;

import java.time.Instant;
import java.util.List;
import org.bdm.core.control.ImportLineView;
import org.jspecify.annotations.Nullable;

/**
 * The content of an imported list, and the draft that keeps it.
 *
 * @param id Id of the draft; null if the list was only looked at. Such as {@code draft-7}.
 * @param owner Owner of the draft; null without one. Such as {@code ann}.
 * @param label Name of the draft, for people; null without one. Such as {@code my wget script}.
 * @param createdAt When the draft was created; null without one.
 * @param entries Number of datasets, queries, files and pairs of paths that were understood, at least 0. Such as {@code 120}.
 * @param datasets Number of different datasets that are named, or told by the paths of files, at least 0. Such as {@code 12}.
 * @param datasetsComplete False if there are more datasets than were counted.
 * @param files Number of files that are named one by one, at least 0; what queries and whole datasets hold is not known yet. Such as {@code
 * 120}.
 * @param filesWithoutSize Number of these files whose size the list does not tell, at least 0. Such as {@code 0}.
 * @param bytes Sum of the sizes that the list tells, in bytes, at least 0. Such as {@code 5242880000}.
 * @param refusedLines Number of lines that were not understood, at least 0. Such as {@code 0}.
 * @param refused The first 100 of these lines; empty in a list of drafts.
 * @param warnedLines Number of lines of which something else is to be said, at least 0. Such as {@code 1}.
 * @param warnings The first 100 of these lines; empty in a list of drafts.
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
