package org.bdm.server.drs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The values that the name of a dataset is made of. Values may hold dots themselves, so a name is not cut at its dots alone: what records say
 * of the dataset decides which parts belong together, and where several ways are as good as each other, none is taken.
 */
public final class DrsValues {
    /** Parts that a name may have more than its project has facets: each way to join them is looked at. */
    private static final int DOTS_MAX = 4;
    /** A value of {@code frequency}: a cut that makes anything else of it is a cut inside of a value. */
    private static final Pattern FREQUENCY =
            Pattern.compile("(?i)(?:fx|ofx|sub-?hr|\\d{0,2}-?hr|day|week|mon|sem|yr|year|dec|clim)[a-z]*+");

    private DrsValues() {}

    /**
     * Takes a name apart.
     *
     * @param said values that records say of the dataset, by the name of the facet; empty if there is no record
     * @return one value for each facet of the project, in their order; empty if the project is not known, or nothing tells which parts are one
     *     value
     */
    public static Optional<Map<String, String>> of(DatasetName name, Map<String, ? extends Collection<String>> said) {
        List<String> parts = List.of(name.masterId().split("\\.", -1));
        DrsProject project = DrsProject.of(parts.get(0));
        if (project == null) return Optional.empty();
        List<Map<String, String>> best = new ArrayList<>();
        int bestWeight = 0;
        for (List<String> facets : project.layouts()) {
            if (parts.size() - facets.size() > DOTS_MAX) continue;
            for (Map<String, String> cut : cuts(parts, facets)) {
                int weight = weight(cut, said);
                if (weight < bestWeight) continue;
                if (weight > bestWeight) best.clear();
                bestWeight = weight;
                best.add(cut);
            }
        }
        return best.size() == 1 ? Optional.of(best.get(0)) : Optional.empty();
    }

    /** True if directories can be values of a project: not if one of them is only a piece of a value. */
    public static boolean arePlausible(DrsProject project, List<String> directories) {
        return project.layouts().stream()
                .filter(facets -> facets.size() == directories.size())
                .anyMatch(facets -> isPlausible(named(facets, directories)));
    }

    private static Map<String, String> named(List<String> facets, List<String> values) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < facets.size(); i++) named.put(facets.get(i), values.get(i));
        return named;
    }

    /** True if no value is one that only a cut inside of another value makes. */
    private static boolean isPlausible(Map<String, String> values) {
        return values.entrySet().stream()
                .noneMatch(value -> isFrequency(value.getKey())
                        && !FREQUENCY.matcher(value.getValue()).matches());
    }

    private static boolean isFrequency(String facet) {
        return facet.equals("frequency") || facet.equals("time_frequency");
    }

    /** Records weigh more than usage. */
    private static int weight(Map<String, String> values, Map<String, ? extends Collection<String>> said) {
        long agreeing =
                values.entrySet().stream().filter(value -> isSaid(value, said)).count();
        return Math.toIntExact(2 * agreeing) + (isPlausible(values) ? 1 : 0);
    }

    private static boolean isSaid(Map.Entry<String, String> value, Map<String, ? extends Collection<String>> said) {
        Collection<String> values = said.get(value.getKey());
        if (values == null) {
            Optional<String> other = FacetSpelling.otherName(value.getKey());
            values = other.isPresent() ? said.get(other.get()) : null;
        }
        return values != null && values.stream().anyMatch(value.getValue()::equalsIgnoreCase);
    }

    /** Every way to make as many values of the parts as there are facets. */
    private static List<Map<String, String>> cuts(List<String> parts, List<String> facets) {
        List<Map<String, String>> cuts = new ArrayList<>();
        cut(parts, 0, facets, new ArrayList<>(), cuts);
        return cuts;
    }

    private static void cut(
            List<String> parts, int at, List<String> facets, List<String> values, List<Map<String, String>> cuts) {
        int left = facets.size() - values.size();
        if (left == 0) {
            if (at < parts.size()) return;
            cuts.add(named(facets, values));
            return;
        }
        // The project is the first part, and a dot is never in it.
        int lastEnd = values.isEmpty() ? 1 : parts.size() - left + 1;
        for (int end = at + 1; end <= lastEnd; end++) {
            values.add(String.join(".", parts.subList(at, end)));
            cut(parts, end, facets, values, cuts);
            values.remove(values.size() - 1);
        }
    }
}
