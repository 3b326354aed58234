package org.bdm.core.control.dataset;

import java.util.List;
import org.bdm.core.control.IndexWarningView;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the indexes to a search.
 *
 * @param datasets The dataset versions, by name; all that were found, unless cut says otherwise.
 * @param files Their files, if type=file was asked for; else empty.
 * @param complete True if neither a limit nor trouble at an index can have hidden anything.
 * @param cut Why there is more than is shown, as a sentence; null if there is not. Such as {@code only the first 100 datasets are shown}.
 */
public record SearchView(
        List<FoundDatasetView> datasets,
        List<ReplicaFileView> files,
        boolean complete,
        @Nullable String cut,
        List<IndexWarningView> warnings) {
    /** An absent list is an empty one. */
    public SearchView {
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
        files = files == null ? List.of() : List.copyOf(files);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
    }
}
