package org.bdm.core.control.holding;

import java.util.List;

/**
 * Asks which site has how much of these datasets.
 *
 * @param datasets Instance ids, at most 5,000. Such as {@code [CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903]}.
 */
public record CompletenessRequest(List<String> datasets) {
    /** An absent list is an empty one. */
    public CompletenessRequest {
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
    }
}
