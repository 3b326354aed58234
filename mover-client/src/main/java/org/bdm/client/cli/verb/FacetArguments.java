package org.bdm.client.cli.verb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.control.DatasetQuery;
import org.jspecify.annotations.Nullable;

/** {@code FACET=VALUE} and {@code FACET!=VALUE} of a command line. */
public final class FacetArguments {
    private FacetArguments() {}

    /** As a request has them: an exclusion begins with an exclamation mark, and commas separate values. */
    public static Map<String, List<String>> ofRequest(List<String> arguments) {
        Map<String, List<String>> facets = new LinkedHashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 1 || equals == argument.length() - 1) {
                throw new IllegalArgumentException("not FACET=VALUE: " + argument);
            }
            String name = argument.substring(0, equals);
            String facet = name.endsWith("!") ? "!" + name.substring(0, name.length() - 1) : name;
            facets.computeIfAbsent(facet, missing -> new ArrayList<>())
                    .addAll(List.of(argument.substring(equals + 1).split(",", -1)));
        }
        return facets;
    }

    /** Throws {@link IllegalArgumentException} with a sentence that can be shown. */
    public static DatasetQuery query(
            List<String> arguments, @Nullable String text, boolean allVersions, boolean withRetracted) {
        Map<String, List<String>> facets = new TreeMap<>();
        Map<String, List<String>> excluded = new TreeMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (equals < 1 || equals == argument.length() - 1) {
                throw new IllegalArgumentException("'" + argument + "' is not of the form FACET=VALUE");
            }
            boolean isExcluded = argument.charAt(equals - 1) == '!';
            String facet = argument.substring(0, isExcluded ? equals - 1 : equals);
            if (facet.isEmpty()) throw new IllegalArgumentException("'" + argument + "' has no facet");
            (isExcluded ? excluded : facets)
                    .computeIfAbsent(facet, missing -> new ArrayList<>())
                    .add(argument.substring(equals + 1));
        }
        return new DatasetQuery(facets, excluded, text, allVersions, withRetracted);
    }
}
