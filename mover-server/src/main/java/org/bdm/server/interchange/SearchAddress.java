package org.bdm.server.interchange;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One question of the esg-search interface: {@code FACET=VALUE,VALUE}, {@code FACET!=VALUE}, key words. Values of one facet are
 * alternatives; a comma inside of brackets belongs to the value.
 */
record SearchAddress(long line, URI address) {
    private static final Pattern FACET = Pattern.compile("[a-z][a-z0-9_.-]{0,100}");
    private static final int DATASETS_MAX = 10_000;
    /** How the answer is shown: all of it is taken. */
    private static final Set<String> SHOWN = Set.of(
            "offset",
            "limit",
            "format",
            "facets",
            "fields",
            "sort",
            "type",
            "shards",
            "download_structure",
            "download_emptypath",
            "simple");

    private static final Set<String> SETTINGS =
            Set.of("latest", "replica", "retracted", "distrib", "query", "from", "to", "min_version", "max_version");
    private static final Set<String> TRUE_OR_FALSE = Set.of("latest", "replica", "retracted", "distrib");
    private static final Set<String> NOT_ASKED = Set.of("start", "end", "bbox");
    private static final Set<String> DATASETS = Set.of("dataset_id", "instance_id", "master_id", "id", "drs_id");

    /** The datasets that it names, or one query. */
    void tell(EntryReceiver receiver) throws RefusedLine {
        FacetCollection facets = new FacetCollection();
        List<DatasetWish> datasets = new ArrayList<>();
        for (String part : address.getRawQuery().split("&")) {
            if (part.isEmpty()) continue;
            int equals = part.indexOf('=');
            String name = decoded(equals < 0 ? part : part.substring(0, equals));
            String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
            if (value.isBlank()) throw new RefusedLine("there is no value for " + QuotedText.of(name));
            parameter(receiver, facets, datasets, name, value);
        }
        if (datasets.isEmpty()) {
            if (facets.wantsNothing()) throw new RefusedLine("the search names no facet: it would find everything");
            receiver.entry(line, facets.query());
            return;
        }
        if (!facets.wantsNothing()) {
            receiver.warned(line, "the search names datasets: they are taken whole, whatever else it asks for");
        }
        for (DatasetWish dataset : datasets) receiver.entry(line, dataset);
    }

    private void parameter(
            EntryReceiver receiver, FacetCollection facets, List<DatasetWish> datasets, String name, String value)
            throws RefusedLine {
        boolean isExclusion = name.endsWith("!");
        String facet = isExclusion ? name.substring(0, name.length() - 1) : name;
        if (SHOWN.contains(name)) return;
        if (NOT_ASKED.contains(name)) {
            receiver.warned(line, name + " is left out: whole datasets are taken, so it finds more");
        } else if (SETTINGS.contains(name)) {
            String text = TRUE_OR_FALSE.contains(name) ? value.toLowerCase(Locale.ROOT) : value;
            if (TRUE_OR_FALSE.contains(name) && !text.equals("true") && !text.equals("false")) {
                throw new RefusedLine(name + " is true or false, not " + QuotedText.of(value));
            }
            facets.set(name, text);
        } else if (DATASETS.contains(name)) {
            for (String id : alternatives(value)) {
                if (datasets.size() == DATASETS_MAX) throw new RefusedLine("more than " + DATASETS_MAX + " datasets");
                datasets.add(DatasetList.wish(id));
            }
        } else if (!FACET.matcher(facet).matches()) {
            throw new RefusedLine(QuotedText.of(name) + " is no facet");
        } else if (isExclusion) {
            facets.exclude(facet, alternatives(value));
        } else {
            facets.want(facet, alternatives(value));
        }
    }

    private static List<String> alternatives(String value) throws RefusedLine {
        List<String> found = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ("([{".indexOf(c) >= 0) depth++;
            else if (")]}".indexOf(c) >= 0) depth--;
            if (c != ',' || depth > 0) continue;
            found.add(value.substring(start, i).strip());
            start = i + 1;
        }
        found.add(value.substring(start).strip());
        if (found.contains("")) throw new RefusedLine("a value of " + QuotedText.of(value) + " is empty");
        return found;
    }

    private static String decoded(String text) throws RefusedLine {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RefusedLine("the percent signs of " + QuotedText.of(text) + " cannot be read");
        }
    }
}
