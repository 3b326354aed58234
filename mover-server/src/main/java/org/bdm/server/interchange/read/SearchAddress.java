package org.bdm.server.interchange.read;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bdm.server.drs.QueryTerm;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.FacetCollection;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;

/**
 * One question of the esg-search interface: {@code FACET=VALUE,VALUE}, {@code FACET!=VALUE}, key words. Values of one facet are
 * alternatives; a comma inside of brackets belongs to the value.
 */
record SearchAddress(long line, URI address) {
    private static final int DATASETS_MAX = 10_000;
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
        if (facets.wantsMoreThanFlags()) {
            throw new RefusedLine(
                    "the search asks for less than the datasets that it names, which are replicated whole: "
                            + "name the datasets alone");
        }
        for (DatasetWish dataset : datasets) receiver.entry(line, dataset);
    }

    private void parameter(
            EntryReceiver receiver, FacetCollection facets, List<DatasetWish> datasets, String name, String value)
            throws RefusedLine {
        boolean isExclusion = name.endsWith("!");
        String facet = isExclusion ? name.substring(0, name.length() - 1) : name;
        boolean isShown = QueryTerm.of(facet) == QueryTerm.ANSWER;
        if (isShown) {
            boolean isCut = facet.equals("limit") || facet.equals("offset");
            if (isCut) receiver.warned(line, facet + " is left out: everything that the search finds is taken");
        } else if (DATASETS.contains(name)) {
            for (String id : alternatives(value)) {
                if (datasets.size() == DATASETS_MAX) throw new RefusedLine("more than " + DATASETS_MAX + " datasets");
                datasets.add(DatasetWish.parse(id));
            }
        } else if (isExclusion) {
            facets.askNot(facet, alternatives(value));
        } else {
            facets.ask(facet, QueryTerm.of(facet) == QueryTerm.FACET ? alternatives(value) : List.of(value));
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
