package org.bdm.server.discovery.esgsearch;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.bdm.server.discovery.index.FacetValues;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;

/**
 * Query string of esg-search. A name that is repeated means alternatives, a {@code !} behind a name means that the value is unwanted.
 * Values are quoted by the servlet, so that asterisks work in {@code query} only. Immutable.
 */
public final class EsgSearchQuery {
    private record Parameter(String name, String value) {}

    private final List<Parameter> parameters;

    private EsgSearchQuery(List<Parameter> parameters) {
        this.parameters = List.copyOf(parameters);
    }

    /** Records of one kind, everything else left open. */
    static EsgSearchQuery ofType(String type, IndexSettings settings) {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(new Parameter("format", "application/solr+json"));
        parameters.add(new Parameter("type", type));
        if (settings.kind() == IndexKind.BRIDGE) return new EsgSearchQuery(parameters);
        parameters.add(new Parameter("distrib", Boolean.toString(settings.isDistributed())));
        if (!settings.shards().isEmpty()) parameters.add(new Parameter("shards", String.join(",", settings.shards())));
        return new EsgSearchQuery(parameters);
    }

    /** Everything of a selection but its names; a bridge is not told what it would refuse, that is looked at here. */
    EsgSearchQuery with(Selection selection, IndexKind kind) {
        List<Parameter> more = new ArrayList<>(parameters);
        List<String> words = new ArrayList<>();
        selection.text().filter(text -> !text.isBlank()).ifPresent(words::add);
        new TreeMap<>(selection.facets()).forEach((name, texts) -> addWanted(name, texts, more, words));
        boolean knowsAll = kind != IndexKind.BRIDGE;
        if (knowsAll) {
            new TreeMap<>(selection.excluded()).forEach((name, texts) -> addUnwanted(name, texts, more, words));
            selection.retracted().ifPresent(flag -> more.add(new Parameter("retracted", flag.toString())));
        }
        // Withdrawn versions are no longer the latest: where they are wanted too, that is looked at here.
        boolean isWithdrawnToo =
                selection.retracted().isEmpty() && selection.latest().orElse(false);
        if (!isWithdrawnToo) {
            selection.latest().ifPresent(flag -> more.add(new Parameter("latest", flag.toString())));
        }
        selection.replica().ifPresent(flag -> more.add(new Parameter("replica", flag.toString())));
        selection.indexedFrom().ifPresent(from -> more.add(new Parameter("from", time(from))));
        selection.indexedTo().ifPresent(to -> more.add(new Parameter("to", time(to.plusSeconds(1)))));
        selection.minVersion().ifPresent(version -> more.add(new Parameter("min_version", version)));
        selection.maxVersion().ifPresent(version -> more.add(new Parameter("max_version", version)));
        if (!words.isEmpty()) more.add(new Parameter("query", String.join(" AND ", words)));
        return new EsgSearchQuery(more);
    }

    /** Narrowed to one of these values. */
    EsgSearchQuery with(String name, List<String> values) {
        List<Parameter> more = new ArrayList<>(parameters);
        more.removeIf(parameter -> parameter.name().equals(name));
        for (String value : values) more.add(new Parameter(name, value));
        return new EsgSearchQuery(more);
    }

    /** Address of one page. */
    URI page(URI address, long offset, int limit) {
        return with("offset", List.of(Long.toString(offset)))
                .with("limit", List.of(Integer.toString(limit)))
                .address(address);
    }

    /** Address of the number of records by value of these facets, without records. */
    URI counts(URI address, List<String> facets) {
        return with("limit", List.of("0"))
                .with("facets", List.of(String.join(",", facets)))
                .address(address);
    }

    private URI address(URI address) {
        StringBuilder text = new StringBuilder(address.toString());
        char separator = address.getRawQuery() == null ? '?' : '&';
        for (Parameter parameter : parameters) {
            text.append(separator).append(encoded(parameter.name())).append('=').append(encoded(parameter.value()));
            separator = '&';
        }
        return URI.create(text.toString());
    }

    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void addWanted(String name, List<String> texts, List<Parameter> more, List<String> words) {
        List<String> values = FacetValues.alternatives(texts);
        if (values.stream().anyMatch(FacetValues::hasWildcard)) {
            if (!values.contains("*")) words.add(words(name, values));
            return;
        }
        for (String value : values) more.add(new Parameter(name, value));
    }

    private static void addUnwanted(String name, List<String> texts, List<Parameter> more, List<String> words) {
        for (String value : FacetValues.alternatives(texts)) {
            if (FacetValues.hasWildcard(value)) words.add("NOT " + words(name, List.of(value)));
            else more.add(new Parameter(name + "!", value));
        }
    }

    /** {@code (source_id:CESM* OR source_id:GFDL*)}, in the language of Solr. */
    private static String words(String name, List<String> values) {
        return values.stream()
                .map(value -> name + ":" + escaped(value))
                .reduce((left, right) -> left + " OR " + right)
                .map(alternatives -> "(" + alternatives + ")")
                .orElse("");
    }

    private static String escaped(String value) {
        return value.replaceAll("[+\\-!(){}\\[\\]^\"~?:\\\\/&| ]", "\\\\$0");
    }

    static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
