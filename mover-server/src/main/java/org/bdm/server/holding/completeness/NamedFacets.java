package org.bdm.server.holding.completeness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.index.FacetValues;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsProject;

/**
 * Chooses datasets by the facets in their names: no index is asked, and nothing but the name is looked at. Several values of
 * one facet are alternatives, and asterisks stand for any letters. A name of an unknown project tells its project alone. Immutable.
 */
public final class NamedFacets {
    private static final String PROJECT = "project";

    private final Map<String, List<String>> wanted;
    private final Map<String, List<String>> unwanted;

    private NamedFacets(Map<String, List<String>> wanted, Map<String, List<String>> unwanted) {
        this.wanted = wanted;
        this.unwanted = unwanted;
    }

    /**
     * Reads {@code FACET=VALUE} and {@code FACET!=VALUE}.
     *
     * @throws MoverException INVALID_REQUEST for what is none, or for a facet that no name of a known project has
     */
    public static NamedFacets of(List<String> written) {
        Map<String, List<String>> wanted = new LinkedHashMap<>();
        Map<String, List<String>> unwanted = new LinkedHashMap<>();
        for (String text : written) {
            int equals = text.indexOf('=');
            if (equals < 1 || equals == text.length() - 1) {
                throw new MoverException(ErrorCode.INVALID_REQUEST, "a facet is written FACET=VALUE or FACET!=VALUE");
            }
            boolean isUnwanted = text.charAt(equals - 1) == '!';
            String facet = checked(text.substring(0, isUnwanted ? equals - 1 : equals));
            List<String> values = FacetValues.alternatives(List.of(text.substring(equals + 1)));
            (isUnwanted ? unwanted : wanted)
                    .computeIfAbsent(facet, missing -> new ArrayList<>())
                    .addAll(values);
        }
        return new NamedFacets(wanted, unwanted);
    }

    /** A facet that names tell; INVALID_REQUEST with those that there are. */
    public static String checked(String facet) {
        TreeSet<String> known = new TreeSet<>(List.of(PROJECT));
        for (DrsProject project : DrsProject.values()) known.addAll(project.facets());
        String name = facet.strip().toLowerCase(Locale.ROOT);
        if (known.contains(name)) return name;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "names of datasets tell no facet '" + facet.replaceAll("[^\\x20-\\x7e]", "?") + "', but "
                        + String.join(", ", known));
    }

    /** The value of a facet in a name; empty if it tells none. */
    public static Optional<String> value(String instanceId, String facet) {
        DatasetName name = DatasetName.of(instanceId);
        if (facet.equals(PROJECT)) return Optional.of(name.masterId().split("\\.", 2)[0]);
        return Optional.ofNullable(DrsProject.facetsOf(name).get(facet));
    }

    /** True if the name is one of those. */
    public boolean fit(String instanceId) {
        return wanted.entrySet().stream().allMatch(facet -> has(instanceId, facet))
                && unwanted.entrySet().stream().noneMatch(facet -> has(instanceId, facet));
    }

    private static boolean has(String instanceId, Map.Entry<String, List<String>> facet) {
        Optional<String> value = value(instanceId, facet.getKey());
        return value.isPresent() && facet.getValue().stream().anyMatch(wanted -> FacetValues.fits(wanted, value.get()));
    }

    /** Returns the common beginning of the names, as far as the first facets tell, so that fewer names are read. */
    public String prefix() {
        Optional<String> first = single(PROJECT).or(() -> single("drs_specs")).or(() -> single("mip_era"));
        DrsProject project = first.map(DrsProject::of).orElse(null);
        if (project == null) return "";
        StringBuilder prefix = new StringBuilder(first.get()).append('.');
        for (String facet : project.facets().subList(1, project.facets().size())) {
            Optional<String> value = single(facet);
            if (value.isEmpty()) break;
            prefix.append(value.get()).append('.');
        }
        return prefix.toString();
    }

    private Optional<String> single(String facet) {
        return Optional.ofNullable(wanted.get(facet))
                .filter(values -> values.size() == 1 && !FacetValues.hasWildcard(values.get(0)))
                .map(values -> values.get(0));
    }
}
