package org.bdm.server.discovery.index;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bdm.server.drs.FacetSpelling;

/**
 * The names that catalogs give one facet: those of the DRS before and since CMIP6, and those that differ in the catalogs of CMIP7, which call the
 * suffix of a variable and the member otherwise than the DRS does.
 */
public final class FacetNames {
    private static final List<Set<String>> SAME =
            List.of(Set.of("branding_suffix", "variable_branding_suffix"), Set.of("member_id", "variant_label"));
    private static final Map<String, String> COLLECTION_OF = Map.of("mip-drs7", "CMIP7");

    private FacetNames() {}

    /** This name first, then the others of the same thing. */
    public static List<String> of(String facet) {
        Set<String> names = new LinkedHashSet<>(List.of(facet));
        FacetSpelling.otherName(facet).ifPresent(names::add);
        for (Set<String> same : SAME) {
            if (names.stream().anyMatch(same::contains)) same.stream().sorted().forEach(names::add);
        }
        return new ArrayList<>(names);
    }

    /** This name first, then those that catalogs of projects since CMIP6 have for the same thing. */
    public static List<String> inCatalogs(String facet) {
        Set<String> names = new LinkedHashSet<>(List.of(facet));
        for (Set<String> same : SAME) {
            if (same.contains(facet)) same.stream().sorted().forEach(names::add);
        }
        return new ArrayList<>(names);
    }

    /** The values under which a project is known: the name of its DRS and of its collection. */
    public static List<String> ofProject(String project) {
        List<String> names = new ArrayList<>(List.of(project));
        String collection = COLLECTION_OF.get(project.toLowerCase(Locale.ROOT));
        if (collection != null) names.add(collection);
        COLLECTION_OF.forEach((drs, other) -> {
            if (other.equalsIgnoreCase(project)) names.add(drs.toUpperCase(Locale.ROOT));
        });
        return names;
    }
}
