package org.bdm.core.control.holding;

import java.util.List;

/**
 * The dataset versions that files of a job belong to.
 *
 * @param datasets instance ids, in the order of their first files
 * @param filesOfNone files that belong to no version of a dataset
 */
public record ManifestDatasetsView(List<String> datasets, long filesOfNone) {
    /** Copies the list. */
    public ManifestDatasetsView {
        datasets = List.copyOf(datasets);
    }
}
