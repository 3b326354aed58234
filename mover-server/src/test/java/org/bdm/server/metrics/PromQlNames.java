package org.bdm.server.metrics;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in a query of Prometheus, as far as our own queries need it.
 *
 * @param metrics names of series
 * @param matchers labels in braces, each as METRIC{LABEL
 * @param grouping labels behind by, without, on, ignoring, group_left and group_right
 */
record PromQlNames(Set<String> metrics, List<String> matchers, Set<String> grouping) {
    private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|\\[[^\\]]*\\]|[a-zA-Z_:][a-zA-Z0-9_:]*|\\S");
    private static final Set<String> GROUPING = Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
    private static final Set<String> OPERATORS = Set.of("and", "or", "unless", "bool", "offset");

    static PromQlNames of(String query) {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(query);
        while (token.find()) tokens.add(token.group());
        PromQlNames names = new PromQlNames(new LinkedHashSet<>(), new ArrayList<>(), new LinkedHashSet<>());
        for (int i = 0; i < tokens.size(); i++) i = names.take(tokens, i);
        return names;
    }

    private static String at(List<String> tokens, int index) {
        return index < tokens.size() ? tokens.get(index) : "";
    }

    private static boolean isName(String token) {
        return token.matches("[a-zA-Z_:][a-zA-Z0-9_:]*");
    }

    /** Takes what begins at a token; gives the index of its last one. */
    private int take(List<String> tokens, int i) {
        String name = tokens.get(i);
        boolean isNumber = i > 0 && tokens.get(i - 1).matches("[0-9]");
        if (!isName(name) || OPERATORS.contains(name) || isNumber) return i;
        String next = at(tokens, i + 1);
        if (GROUPING.contains(name)) {
            int end = i + 1;
            while (!at(tokens, end).equals(")")) if (isName(at(tokens, ++end))) grouping.add(tokens.get(end));
            return end;
        }
        boolean isFunction = next.equals("(") || GROUPING.contains(next);
        if (isFunction) return i;
        metrics.add(name);
        if (!next.equals("{")) return i;
        int end = i + 1;
        while (!at(tokens, end).equals("}")) if (isName(at(tokens, ++end))) matchers.add(name + "{" + tokens.get(end));
        return end;
    }
}
