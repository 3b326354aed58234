package org.bdm.core.control.holding;

import java.util.List;

/**
 * The dataset versions that files of a job belong to.
 *
 * @param datasets Instance ids, in the order of their first files. Such as {@code
 * CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903}.
 * @param filesOfNone Number of files that belong to no version of a dataset. Such as {@code 2}.
 */
public record ManifestDatasetsView(List<String> datasets, long filesOfNone) {
    /** Copies the list. */
    public ManifestDatasetsView {
        datasets = List.copyOf(datasets);
    }
}
