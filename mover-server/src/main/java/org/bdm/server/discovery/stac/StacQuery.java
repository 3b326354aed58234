package org.bdm.server.discovery.stac;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bdm.server.discovery.index.FacetNames;
import org.bdm.server.discovery.index.FacetValues;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bodies of {@code POST /search} in CQL2-JSON, properties addressed as {@code properties.cmip6:source_id}. Flags and versions are not asked
 * for: items spell them in several ways, so they are looked at here.
 */
public final class StacQuery {
    private StacQuery() {}

    /** Items of these names. */
    public static ObjectNode ofNames(List<String> ids, int limit) {
        ObjectNode query = JsonAnswers.MAPPER.createObjectNode().put("limit", limit);
        query.set("ids", texts(ids));
        return query;
    }

    /** Items of these datasets in any version. */
    static ObjectNode ofMasters(List<String> masterIds, int limit) {
        ObjectNode query = filtered(limit);
        query.set(
                "filter", call("or", List.of(in("properties.base_id", masterIds), in("properties.title", masterIds))));
        return query;
    }

    /** Items of one collection that fit the facets and the times. */
    static ObjectNode of(Selection selection, String collection, int limit, Wording wording) {
        ObjectNode query = filtered(limit);
        query.set("collections", texts(List.of(collection)));
        String namespace = "properties." + collection.toLowerCase(Locale.ROOT) + ":";
        List<JsonNode> conditions = new ArrayList<>();
        new TreeMap<>(selection.facets()).forEach((facet, values) -> {
            if (isAsked(facet) && !wording.isLookedAtHere(facet)) {
                any(namespace, facet, FacetValues.alternatives(values), wording).ifPresent(conditions::add);
            }
        });
        new TreeMap<>(selection.excluded()).forEach((facet, values) -> {
            // What an item does not have is neither in a list nor not in it: of several names, one would leave out all
            // items.
            boolean hasNames = FacetNames.inCatalogs(facet).size() > 1 || LISTS.contains(facet);
            if (!isAsked(facet) || hasNames || wording.isLookedAtHere(facet)) return;
            any(namespace, facet, FacetValues.alternatives(values), wording)
                    .ifPresent(condition -> conditions.add(call("not", List.of(condition))));
        });
        selection.indexedFrom().ifPresent(from -> conditions.add(ever(">=", from.toString())));
        selection.indexedTo().ifPresent(to -> conditions.add(ever("<", to.toString())));
        if (conditions.isEmpty()) query.remove("filter-lang");
        else query.set("filter", conditions.size() == 1 ? conditions.get(0) : call("and", conditions));
        return query;
    }

    /**
     * The words that a catalog understands.
     *
     * @param knowsLists whether it looks into lists with {@code a_contains}; one that does not is asked with {@code in} alone
     * @param lookedAtHere facets that are not asked for, since the catalog answers wrongly
     */
    record Wording(boolean knowsLists, Set<String> lookedAtHere) {
        static final Wording FULL = new Wording(true, Set.of());

        /** For one that refuses what it does not know. */
        static final Wording PLAIN = new Wording(false, LISTS);

        boolean isLookedAtHere(String facet) {
            return FacetNames.of(facet).stream().anyMatch(lookedAtHere::contains);
        }
    }

    /** Facets that some publishers write as a list, {@code ["CMIP"]}, in which {@code in} finds nothing at pgstac. */
    private static final Set<String> LISTS = Set.of("activity_id", "realm", "source_type", "product", "institution_id");

    /** The collection is no property, and nodes are names of alternates. */
    static boolean isAsked(String facet) {
        return !List.of("project", "data_node").contains(facet);
    }

    private static ObjectNode filtered(int limit) {
        return JsonAnswers.MAPPER.createObjectNode().put("limit", limit).put("filter-lang", "cql2-json");
    }

    /** Taken in or changed: items from the first publications have no {@code updated}. */
    private static JsonNode ever(String operator, String time) {
        return call(
                "or",
                List.of(compare(operator, "properties.updated", time), compare(operator, "properties.created", time)));
    }

    /** Under any of the names of the facet. */
    private static Optional<JsonNode> any(String namespace, String facet, List<String> values, Wording wording) {
        if (values.isEmpty() || values.contains("*")) return Optional.empty();
        List<JsonNode> alternatives = new ArrayList<>();
        for (String name : FacetNames.inCatalogs(facet)) addAny(namespace + name, facet, values, wording, alternatives);
        return Optional.of(alternatives.size() == 1 ? alternatives.get(0) : call("or", alternatives));
    }

    private static void addAny(
            String property, String facet, List<String> values, Wording wording, List<JsonNode> alternatives) {
        List<String> plain =
                values.stream().filter(value -> !FacetValues.hasWildcard(value)).toList();
        if (!plain.isEmpty()) alternatives.add(in(property, plain));
        for (String value : values) {
            if (FacetValues.hasWildcard(value)) alternatives.add(compare("like", property, pattern(value)));
        }
        if (!wording.knowsLists() || !LISTS.contains(facet)) return;
        for (String value : plain) alternatives.add(contains(property, value));
    }

    private static JsonNode contains(String property, String value) {
        ObjectNode call = JsonAnswers.MAPPER.createObjectNode().put("op", "a_contains");
        call.putArray("args").add(property(property)).add(texts(List.of(value)));
        return call;
    }

    /** True if it asks for a facet that some publishers write as a list. */
    static boolean usesLists(Selection selection) {
        return Stream.concat(selection.facets().keySet().stream(), selection.excluded().keySet().stream())
                .anyMatch(LISTS::contains);
    }

    /** Some items of a collection, whatever they say. */
    static ObjectNode some(String collection, int limit) {
        ObjectNode query = JsonAnswers.MAPPER.createObjectNode().put("limit", limit);
        query.set("collections", texts(List.of(collection)));
        return query;
    }

    /** {@code %} stands for any letters, {@code _} for one. */
    private static String pattern(String value) {
        return value.replaceAll("[\\\\%_]", "\\\\$0").replace('*', '%');
    }

    private static JsonNode in(String property, List<String> values) {
        ObjectNode call = JsonAnswers.MAPPER.createObjectNode().put("op", "in");
        call.putArray("args").add(property(property)).add(texts(values));
        return call;
    }

    private static JsonNode compare(String operator, String property, String value) {
        ObjectNode call = JsonAnswers.MAPPER.createObjectNode().put("op", operator);
        call.putArray("args").add(property(property)).add(value);
        return call;
    }

    private static JsonNode call(String operator, Collection<JsonNode> arguments) {
        ObjectNode call = JsonAnswers.MAPPER.createObjectNode().put("op", operator);
        call.putArray("args").addAll(arguments);
        return call;
    }

    private static ObjectNode property(String name) {
        return JsonAnswers.MAPPER.createObjectNode().put("property", name);
    }

    private static ArrayNode texts(List<String> values) {
        ArrayNode array = JsonAnswers.MAPPER.createArrayNode();
        values.forEach(array::add);
        return array;
    }

    /** The wanted projects; empty for all. */
    static List<String> projects(Selection selection) {
        Map<String, List<String>> facets = selection.facets();
        return FacetValues.alternatives(facets.getOrDefault("project", facets.getOrDefault("mip_era", List.of())));
    }
}
