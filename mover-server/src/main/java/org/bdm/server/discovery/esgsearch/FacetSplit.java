package org.bdm.server.discovery.esgsearch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.server.discovery.index.FacetValues;

/**
 * Splits a question with too many answers into smaller ones: by the values of one facet, several small ones together.
 *
 * @param facet its name
 * @param groups values of each of the smaller questions
 */
record FacetSplit(String facet, List<List<String>> groups) {
    private static final int VALUES_MAX = 40;
    private static final int LETTERS_MAX = 2000;

    /**
     * Takes the facet whose largest value is smallest, of those that every record has and that have several values.
     *
     * @param counts number of records by value, by facet
     * @param asked the facets that were not used yet; an index may answer others, too
     * @param found records in all
     * @param groupMax records that one question may find
     */
    static Optional<FacetSplit> of(
            Map<String, Map<String, Long>> counts, Collection<String> asked, long found, long groupMax) {
        return counts.entrySet().stream()
                .filter(facet -> asked.contains(facet.getKey()))
                .filter(facet -> isComplete(facet.getValue(), found))
                .min(Comparator.comparingLong((Map.Entry<String, Map<String, Long>> facet) -> largest(facet.getValue()))
                        .thenComparing(Map.Entry::getKey))
                .map(facet -> new FacetSplit(facet.getKey(), groups(facet.getValue(), groupMax)));
    }

    private static boolean isComplete(Map<String, Long> values, long found) {
        long sum = values.values().stream().mapToLong(Long::longValue).sum();
        boolean canBeAsked = values.keySet().stream()
                .allMatch(value -> FacetValues.alternatives(value).equals(List.of(value)));
        return values.size() > 1 && sum >= found && largest(values) < found && canBeAsked;
    }

    private static long largest(Map<String, Long> values) {
        return values.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static List<List<String>> groups(Map<String, Long> values, long groupMax) {
        List<List<String>> groups = new ArrayList<>();
        List<String> group = new ArrayList<>();
        long records = 0;
        int letters = 0;
        for (Map.Entry<String, Long> value : values.entrySet()) {
            if (value.getValue() == 0) continue;
            boolean isFull = records + value.getValue() > groupMax
                    || group.size() == VALUES_MAX
                    || letters + value.getKey().length() > LETTERS_MAX;
            if (isFull && !group.isEmpty()) {
                groups.add(List.copyOf(group));
                group.clear();
                records = 0;
                letters = 0;
            }
            group.add(value.getKey());
            records += value.getValue();
            letters += value.getKey().length();
        }
        if (!group.isEmpty()) groups.add(List.copyOf(group));
        return groups;
    }
}
