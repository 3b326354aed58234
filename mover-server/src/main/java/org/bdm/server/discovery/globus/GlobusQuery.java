package org.bdm.server.discovery.globus;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.bdm.server.discovery.index.FacetValues;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies of {@code POST /search} and {@code /scroll} of Globus Search. */
public final class GlobusQuery {
    private static final List<String> ALL = List.of("*");

    private GlobusQuery() {}

    /** Datasets that may fit; flags that records lack are looked at here and not asked for. */
    public static ObjectNode datasets(Selection selection, int limit) {
        ObjectNode query = ofType("Dataset", limit);
        selection.text().filter(text -> !text.isBlank()).ifPresent(text -> query.put("q", text));
        ArrayNode filters = (ArrayNode) query.path("filters");
        new TreeMap<>(selection.facets()).forEach((facet, values) -> {
            List<String> wanted = FacetValues.alternatives(values);
            boolean isPlain = wanted.stream().noneMatch(FacetValues::hasWildcard);
            if (isPlain && !wanted.isEmpty()) matchAny(filters, facet, wanted);
            else if (!wanted.containsAll(ALL)) likeAny(filters, facet, wanted);
        });
        selection.replica().ifPresent(flag -> flag(filters, "replica", flag));
        selection.latest().ifPresent(flag -> flag(filters, "latest", flag));
        range(
                filters,
                "_timestamp",
                selection.indexedFrom().map(Instant::toString),
                selection.indexedTo().map(Instant::toString));
        return query;
    }

    /** Records of one kind with one of these values. */
    static ObjectNode with(String type, String field, List<String> values, int limit) {
        ObjectNode query = ofType(type, limit);
        matchAny((ArrayNode) query.path("filters"), field, values);
        return query;
    }

    private static ObjectNode ofType(String type, int limit) {
        ObjectNode query = JsonAnswers.MAPPER
                .createObjectNode()
                .put("q", "*")
                .put("advanced", true)
                .put("limit", limit);
        matchAny(query.putArray("filters"), "type", List.of(type));
        return query;
    }

    private static void matchAny(ArrayNode filters, String field, List<String> values) {
        ArrayNode wanted = filters.addObject()
                .put("type", "match_any")
                .put("field_name", field)
                .putArray("values");
        values.forEach(wanted::add);
    }

    private static void flag(ArrayNode filters, String field, boolean wanted) {
        filters.addObject()
                .put("type", "match_any")
                .put("field_name", field)
                .putArray("values")
                .add(wanted);
    }

    private static void likeAny(ArrayNode filters, String field, List<String> patterns) {
        ArrayNode alternatives = filters.addObject().put("type", "or").putArray("filters");
        for (String pattern : patterns) {
            alternatives
                    .addObject()
                    .put("type", "like")
                    .put("field_name", field)
                    .put("value", pattern);
        }
    }

    private static void range(ArrayNode filters, String field, Optional<String> from, Optional<String> to) {
        if (from.isEmpty() && to.isEmpty()) return;
        filters.addObject()
                .put("type", "range")
                .put("field_name", field)
                .putArray("values")
                .addObject()
                .put("from", from.orElse("*"))
                .put("to", to.orElse("*"));
    }
}
