package org.bdm.server.interchange;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a query has so far; bounded, since a list of strangers decides how much that is. Belongs to one thread. */
final class FacetCollection {
    private static final int VALUES_MAX = 100_000;
    private static final int TEXT_LENGTH_MAX = 1000;

    private final Map<String, List<String>> facets = new LinkedHashMap<>();
    private final Map<String, List<String>> excluded = new LinkedHashMap<>();
    private final List<String> values = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private int size;

    void want(String facet, List<String> wanted) throws RefusedLine {
        count(wanted.size());
        check(facet);
        for (String value : wanted) check(value);
        facets.computeIfAbsent(facet, name -> new ArrayList<>()).addAll(wanted);
    }

    void exclude(String facet, List<String> unwanted) throws RefusedLine {
        count(unwanted.size());
        check(facet);
        for (String value : unwanted) check(value);
        excluded.computeIfAbsent(facet, name -> new ArrayList<>()).addAll(unwanted);
    }

    /** A value whose facet the list does not name. */
    void want(String value) throws RefusedLine {
        count(1);
        check(value);
        values.add(value);
    }

    void set(String name, String value) throws RefusedLine {
        count(1);
        check(name);
        check(value);
        settings.put(name, value);
    }

    /** Adds what another has; a facet or a setting that both have stays as it is here, which is the narrower one. */
    void inherit(FacetCollection parent) throws RefusedLine {
        for (Map.Entry<String, List<String>> facet : parent.facets.entrySet()) {
            if (!facets.containsKey(facet.getKey())) want(facet.getKey(), facet.getValue());
        }
        for (Map.Entry<String, List<String>> facet : parent.excluded.entrySet()) {
            if (!excluded.containsKey(facet.getKey())) exclude(facet.getKey(), facet.getValue());
        }
        for (String value : parent.values) want(value);
        parent.settings.forEach(settings::putIfAbsent);
    }

    boolean wants(String facet) {
        return facets.containsKey(facet);
    }

    private static void check(String text) throws RefusedLine {
        if (text.length() > TEXT_LENGTH_MAX || text.chars().anyMatch(Character::isISOControl)) {
            throw new RefusedLine(QuotedText.of(text) + " is too long for a facet, or holds a control character");
        }
    }

    private void count(int more) throws RefusedLine {
        size += more;
        if (size > VALUES_MAX) throw new RefusedLine("the query has more than " + VALUES_MAX + " values");
    }

    /** A query that wants nothing would find everything. */
    boolean wantsNothing() {
        return facets.isEmpty() && values.isEmpty() && !settings.containsKey("query");
    }

    DatasetQuery query() {
        return new DatasetQuery(facets, excluded, values, settings);
    }
}
