package org.bdm.core.control.dataset;

import java.util.List;
import org.bdm.core.control.IndexWarningView;
import org.jspecify.annotations.Nullable;

/**
 * Answers of the indexes to a search.
 *
 * @param datasets by name; all that were found, unless it was cut
 * @param files of these, if files were asked for
 * @param complete whether neither a limit nor trouble at an index can have hidden anything
 * @param cut why there is more than is shown; null if there is not
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
