package org.bdm.server.holding.completeness;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts the rows of matrices by the value of a facet and by site. Belongs to one thread. */
public final class CompletenessGroups {
    private final String facet;
    private final String own;
    private final Map<String, Group> groups = new TreeMap<>();
    private long datasets;

    /**
     * Empty still.
     *
     * @param facet one that names of datasets tell; where a name does not, the value is empty
     * @param own this site, which comes first
     */
    public CompletenessGroups(String facet, String own) {
        this.facet = facet;
        this.own = own;
    }

    private static final class Group {
        private int datasets;
        private final Map<String, Map<CompletenessState, Integer>> bySite = new TreeMap<>();
    }

    /**
     * One value.
     *
     * @param cells datasets by state, one map for each of the sites, in their order
     */
    public record Counted(String value, int datasets, List<Map<CompletenessState, Integer>> cells) {}

    /** Counts all rows. */
    public void add(CompletenessMatrix matrix) {
        for (CompletenessRow row : matrix.rows()) {
            String value = NamedFacets.value(row.instanceId(), facet).orElse("");
            Group group = groups.computeIfAbsent(value, missing -> new Group());
            group.datasets++;
            datasets++;
            for (int i = 0; i < matrix.sites().size(); i++) {
                group.bySite
                        .computeIfAbsent(matrix.sites().get(i), missing -> new EnumMap<>(CompletenessState.class))
                        .merge(row.cells().get(i).state(), 1, Integer::sum);
            }
        }
    }

    /** Datasets that were counted. */
    public long datasets() {
        return datasets;
    }

    /** This site first, then data nodes by name. */
    public List<String> sites() {
        TreeSet<String> nodes = new TreeSet<>();
        groups.values().forEach(group -> nodes.addAll(group.bySite.keySet()));
        nodes.remove(own);
        List<String> sites = new ArrayList<>(List.of(own));
        sites.addAll(nodes);
        return sites;
    }

    /** By value. A site that a page of datasets did not speak of has nothing of them. */
    public List<Counted> counted() {
        List<String> sites = sites();
        List<Counted> counted = new ArrayList<>();
        groups.forEach((value, group) -> counted.add(new Counted(
                value,
                group.datasets,
                sites.stream().map(site -> cell(group, site)).toList())));
        return counted;
    }

    private static Map<CompletenessState, Integer> cell(Group group, String site) {
        Map<CompletenessState, Integer> cell = new EnumMap<>(CompletenessState.class);
        cell.putAll(group.bySite.getOrDefault(site, Map.of()));
        int told = cell.values().stream().mapToInt(Integer::intValue).sum();
        if (told < group.datasets) cell.merge(CompletenessState.ABSENT, group.datasets - told, Integer::sum);
        return cell;
    }
}
