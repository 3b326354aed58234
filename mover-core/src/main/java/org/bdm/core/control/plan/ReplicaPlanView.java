package org.bdm.core.control.plan;

import java.util.List;
import org.bdm.core.control.IndexWarningView;

/**
 * The part of a plan about replica sets.
 *
 * @param datasets whose files are counted
 * @param unknown wanted names that no index knows; the first 100
 * @param leftOut datasets that a query found and that would not be fetched, with the reason; the first 100
 * @param nodes by name; what each offers
 * @param warnings why something may be missing
 * @param filesToReuse files that need not be fetched because the site holds the same bytes
 * @param bytesToReuse of these files; they are not among the bytes to move
 * @param sites trees at paired sites that are asked before data nodes, in this order
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
