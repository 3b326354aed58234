package org.bdm.core.control.holding;

import java.util.List;

/**
 * Asks which site has how much of these datasets.
 *
 * @param datasets instance ids, at most 5,000
 */
public record CompletenessRequest(List<String> datasets) {
    /** An absent list is an empty one. */
    public CompletenessRequest {
        datasets = datasets == null ? List.of() : List.copyOf(datasets);
    }
}
