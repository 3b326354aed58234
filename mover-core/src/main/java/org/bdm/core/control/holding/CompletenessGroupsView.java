package org.bdm.core.control.holding;

import java.util.List;
import java.util.Map;

/**
 * Completeness of many datasets, counted by the value of a facet and by site.
 *
 * @param facet The facet by which they are grouped. Such as {@code source_id}.
 * @param datasets Number of dataset versions in all, at least 0. Such as {@code 120}.
 * @param sites This site first, then data nodes by name. Such as {@code [south, esgf.example]}.
 * @param groups One group for each value, by value.
 */
public record CompletenessGroupsView(String facet, long datasets, List<String> sites, List<Group> groups) {
    /** An absent list is an empty one. */
    public CompletenessGroupsView {
        sites = sites == null ? List.of() : List.copyOf(sites);
        groups = groups == null ? List.of() : List.copyOf(groups);
    }

    /**
     * The datasets of one value of a facet.
     *
     * @param value The value; empty for names that do not tell the facet. Such as {@code IPSL-CM6A-LR}.
     * @param datasets Number of dataset versions with this value, at least 1. Such as {@code 12}.
     * @param cells One map for each of the sites, in their order: number of dataset versions by completeness state. Such as {@code
     * [{COMPLETE: 11, PARTIAL: 1}]}.
     */
    public record Group(String value, int datasets, List<Map<String, Integer>> cells) {
        /** An absent list is an empty one. */
        public Group {
            cells = cells == null ? List.of() : List.copyOf(cells);
        }
    }
}
