package org.bdm.core.control.plan;

import java.util.List;
import org.bdm.core.control.IndexWarningView;

/**
 * The part of a plan about datasets.
 *
 * @param datasets Number of dataset versions whose files are counted, at least 0. Such as {@code 12}.
 * @param unknown Wanted names that no index knows; the first 100. Such as {@code [CMIP6.nothing]}.
 * @param leftOut Datasets that a query found and that would not be fetched, each with the reason; the first 100. Such as {@code []}.
 * @param nodes What each data node offers, by name.
 * @param filesToReuse Number of files that need not be fetched because the site holds the same bytes, at least 0. Such as {@code 3}.
 * @param bytesToReuse Sum of the sizes of these files in bytes, at least 0; not counted in the bytes to move. Such as {@code 131072000}.
 * @param sites Trees at paired sites that are asked before data nodes, in this order.
 */
public record ReplicaPlanView(
        int datasets,
        List<String> unknown,
        List<String> leftOut,
        List<PlanNodeView> nodes,
        List<IndexWarningView> warnings,
        long filesToReuse,
        long bytesToReuse,
        List<PlanSiteView> sites) {
    /** An absent list is an empty one. */
    public ReplicaPlanView {
        unknown = unknown == null ? List.of() : List.copyOf(unknown);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        warnings = warnings == null ? List.of() : List.copyOf(warnings);
        sites = sites == null ? List.of() : List.copyOf(sites);
    }
}
