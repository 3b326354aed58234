package org.bdm.server.holding.completeness;

import java.util.List;

/**
 * Datasets by sites.
 *
 * @param sites this site first, then data nodes by name
 * @param rows in the order in which they were asked for
 */
public record CompletenessMatrix(List<String> sites, List<CompletenessRow> rows) {
    /** Copies the lists. */
    public CompletenessMatrix {
        sites = List.copyOf(sites);
        rows = List.copyOf(rows);
    }
}
