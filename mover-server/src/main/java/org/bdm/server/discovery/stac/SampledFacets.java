package org.bdm.server.discovery.stac;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bdm.server.discovery.index.FacetNames;
import org.bdm.server.drs.NearestName;
import tools.jackson.databind.JsonNode;

/**
 * The facets that some items of a collection have.
 *
 * @param names without their namespace
 * @param lists those of them that are written as lists
 */
record SampledFacets(Set<String> names, Set<String> lists) {
    static SampledFacets of(List<JsonNode> items) {
        Set<String> names = new TreeSet<>();
        Set<String> lists = new HashSet<>();
        for (JsonNode item : items) {
            for (Map.Entry<String, JsonNode> property : item.path("properties").properties()) {
                String key = property.getKey();
                String name = key.substring(key.lastIndexOf(':') + 1);
                names.add(name);
                if (property.getValue().isArray()) lists.add(name);
            }
        }
        return new SampledFacets(names, lists);
    }

    boolean has(String facet) {
        return FacetNames.of(facet).stream().anyMatch(names::contains);
    }

    boolean isList(String facet) {
        return FacetNames.of(facet).stream().anyMatch(lists::contains);
    }

    String nearest(String facet) {
        return NearestName.of(facet, names);
    }
}
