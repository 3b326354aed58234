package org.bdm.server.drs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of facets in the records of a project. The same thing is {@code time_frequency} and {@code model} in CMIP5 and CORDEX, and
 * {@code frequency} and {@code source_id} since CMIP6. An index that is asked for the other name finds nothing, and does not say so.
 */
public enum FacetSpelling {
    /** CMIP3, CMIP5, CORDEX and their relatives. */
    BEFORE_CMIP6,
    /** CMIP6 and all that came after it. */
    SINCE_CMIP6;

    private static final Set<String> OLD_PROJECTS =
            Set.of("cmip3", "cmip5", "cordex", "geomip", "lucid", "tamip", "pmip3", "euclipse", "specs");
    private static final Set<String> NEW_PROJECTS =
            Set.of("cmip6", "cmip6plus", "cmip7", "mip-drs7", "cordex-cmip6", "input4mips");
    /** Old name, new name. */
    private static final Map<String, String> NEW_BY_OLD = Map.of(
            "time_frequency", "frequency",
            "model", "source_id",
            "institute", "institution_id",
            "experiment", "experiment_id",
            "ensemble", "member_id",
            "variable", "variable_id",
            "cmor_table", "table_id",
            "driving_model", "driving_source_id");

    private static final Map<String, String> OLD_BY_NEW =
            NEW_BY_OLD.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

    /** The spelling of all these projects; empty if there is none, one is not known, has both, or they differ. */
    public static Optional<FacetSpelling> of(Collection<String> projects) {
        Set<Optional<FacetSpelling>> spellings =
                projects.stream().map(FacetSpelling::of).collect(Collectors.toSet());
        return spellings.size() == 1 ? spellings.iterator().next() : Optional.empty();
    }

    private static Optional<FacetSpelling> of(String project) {
        String plain = project.strip().toLowerCase(Locale.ROOT);
        if (NEW_PROJECTS.contains(plain)) return Optional.of(SINCE_CMIP6);
        boolean isOld = OLD_PROJECTS.contains(plain) || plain.startsWith("cordex-");
        return isOld ? Optional.of(BEFORE_CMIP6) : Optional.empty();
    }

    /** The name of a facet in this spelling; any other name stays as it is. */
    public String name(String facet) {
        return (this == BEFORE_CMIP6 ? OLD_BY_NEW : NEW_BY_OLD).getOrDefault(facet, facet);
    }

    /** Renames wanted facets. Where both names are wanted, both stay: as alternatives of one name they would ask for more. */
    public Map<String, List<String>> wanted(Map<String, List<String>> facets) {
        Map<String, List<String>> renamed = new LinkedHashMap<>();
        facets.forEach((facet, values) -> renamed.put(facets.containsKey(name(facet)) ? facet : name(facet), values));
        return renamed;
    }

    /** Renames unwanted facets; no value of either name is wanted. */
    public Map<String, List<String>> unwanted(Map<String, List<String>> facets) {
        Map<String, List<String>> renamed = new LinkedHashMap<>();
        facets.forEach((facet, values) -> renamed.computeIfAbsent(name(facet), missing -> new ArrayList<>())
                .addAll(values));
        return renamed;
    }

    /** The other name of the same thing; empty if there is none. */
    public static Optional<String> otherName(String facet) {
        return Optional.ofNullable(NEW_BY_OLD.get(facet)).or(() -> Optional.ofNullable(OLD_BY_NEW.get(facet)));
    }
}
