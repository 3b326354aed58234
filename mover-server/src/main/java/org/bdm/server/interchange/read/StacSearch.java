package org.bdm.server.interchange.read;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import tools.jackson.databind.JsonNode;

/**
 * A search of STAC as JSON: {@code collections}, {@code ids} and a {@code filter} in CQL2, or the filter alone. What is joined by
 * {@code and} is taken apart into facets; what facets cannot say is refused, never left out.
 */
record StacSearch(JsonNode search) {
    private static final Set<String> MARKS = Set.of("filter", "collections", "filter-lang", "ids");
    /** The fields that choose the form of the answer; all of it is taken. */
    private static final Set<String> SHOWN =
            Set.of("limit", "sortby", "fields", "token", "next", "conf", "filter-crs", "method");

    private static final Set<String> NARROWING = Set.of("bbox", "intersects", "datetime", "query");
    private static final String PROPERTIES = "properties.";

    static boolean fits(JsonNode record) {
        return record.isObject() && (isOperation(record) || MARKS.stream().anyMatch(record::has));
    }

    private static boolean isOperation(JsonNode node) {
        return node.has("op") && node.has("args");
    }

    /** A wish for each id, or one query. */
    void tell(long line, EntryReceiver receiver) throws RefusedLine {
        FacetCollection facets = new FacetCollection();
        if (isOperation(search)) {
            condition(facets, search);
        } else {
            List<String> collections = JsonText.all(search, "collections");
            if (!collections.isEmpty()) facets.ask("project", collections);
            if (search.has("filter")) condition(facets, search.get("filter"));
            checkRest();
        }
        List<String> ids = JsonText.all(search, "ids");
        if (ids.isEmpty()) {
            if (facets.wantsNothing()) throw new RefusedLine("the search names no facet: it would find everything");
            receiver.entry(line, facets.query());
            return;
        }
        if (search.has("filter")) throw new RefusedLine("a search has either ids or a filter");
        for (String id : ids) receiver.entry(line, DatasetWish.parse(id));
    }

    /** Refuses fields that would find less if they were understood. */
    private void checkRest() throws RefusedLine {
        for (Map.Entry<String, JsonNode> member : search.properties()) {
            String name = member.getKey();
            boolean isEmpty = NARROWING.contains(name) && member.getValue().isNull();
            if (isEmpty || MARKS.contains(name) || SHOWN.contains(name)) continue;
            throw new RefusedLine(QuotedText.of(name) + " of a search is not read: without it, it would find too much");
        }
        String language = JsonText.first(search, "filter-lang");
        if (language != null && !language.equals("cql2-json")) {
            throw new RefusedLine("the filter is in " + QuotedText.of(language) + "; only cql2-json is read");
        }
    }

    private static void condition(FacetCollection facets, JsonNode condition) throws RefusedLine {
        String operator = JsonText.needed(condition, "op");
        JsonNode arguments = condition.path("args");
        switch (operator) {
            case "and" -> {
                for (JsonNode part : arguments) condition(facets, part);
            }
            case "=", "in", "like" -> compare(facets, operator, arguments, false);
            case "<>" -> compare(facets, "=", arguments, true);
            case "not" -> {
                JsonNode inner = arguments.isArray() ? arguments.path(0) : arguments;
                String comparison = JsonText.needed(inner, "op");
                if (!Set.of("=", "in").contains(comparison)) throw unsaid("not " + comparison);
                compare(facets, comparison, inner.path("args"), true);
            }
            default -> throw unsaid(operator);
        }
    }

    private static RefusedLine unsaid(String operator) {
        return new RefusedLine("the operator " + QuotedText.of(operator) + " cannot be said in facets");
    }

    private static void compare(FacetCollection facets, String operator, JsonNode arguments, boolean isExclusion)
            throws RefusedLine {
        String facet = facet(JsonText.needed(arguments.path(0), "property"));
        JsonNode value = arguments.path(1);
        List<String> values = operator.equals("in")
                ? JsonText.all(value)
                : JsonText.all(value).stream().limit(1).toList();
        if (value.isArray() != operator.equals("in"))
            throw new RefusedLine("the value of " + QuotedText.of(facet) + " is of the wrong kind");
        if (values.isEmpty()) throw new RefusedLine("there is no value for " + QuotedText.of(facet));
        if (isExclusion) {
            facets.askNot(facet, values);
        } else {
            // Two conditions on one facet would have to hold both; facets would say that one is enough.
            if (facets.wants(facet)) throw new RefusedLine("two conditions on " + QuotedText.of(facet));
            facets.ask(facet, operator.equals("like") ? List.of(pattern(values.get(0))) : values);
        }
    }

    /** Without {@code properties.} and the prefix of the project. */
    private static String facet(String property) {
        String name = property.startsWith(PROPERTIES) ? property.substring(PROPERTIES.length()) : property;
        return name.substring(name.indexOf(':') + 1);
    }

    private static String pattern(String like) throws RefusedLine {
        if (like.indexOf('_') >= 0 || like.indexOf('\\') >= 0 || like.indexOf('*') >= 0) {
            throw new RefusedLine("of a pattern only '%' is read, not " + QuotedText.of(like));
        }
        return like.replace('%', '*');
    }
}
