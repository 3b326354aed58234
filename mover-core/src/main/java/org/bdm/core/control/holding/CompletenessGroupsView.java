package org.bdm.core.control.holding;

import java.util.List;
import java.util.Map;

/**
 * Completeness of many datasets, counted by the value of a facet and by site.
 *
 * @param facet by which they are grouped
 * @param datasets in all
 * @param sites this site first, then data nodes by name
 * @param groups by value
 */
public record CompletenessGroupsView(String facet, long datasets, List<String> sites, List<Group> groups) {
    /** An absent list is an empty one. */
    public CompletenessGroupsView {
        sites = sites == null ? List.of() : List.copyOf(sites);
        groups = groups == null ? List.of() : List.copyOf(groups);
    }

    /**
     * The datasets of one value.
     *
     * @param value empty for names that do not tell the facet
     * @param cells datasets by state as in {@link CompletenessView.Cell}, one map for each of the sites, in their order
     */
    public record Group(String value, int datasets, List<Map<String, Integer>> cells) {
        /** An absent list is an empty one. */
        public Group {
            cells = cells == null ? List.of() : List.copyOf(cells);
        }
    }
}
