package org.bdm.server.discovery.stac;

import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.FacetNames;
import org.bdm.server.discovery.index.FacetValues;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.Index;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.NameBatch;
import org.bdm.server.discovery.index.PageProgress;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.index.SelectionFit;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A STAC API of ESGF-NG: items are found with CQL2 and bring their files with them. */
public final class StacIndex implements Index {
    private static final int SAMPLE = 5;
    private static final String ACCEPT = "application/geo+json, application/json";

    private final IndexConnection connection;
    private final IndexSettings settings;
    private volatile StacQuery.Wording wording = StacQuery.Wording.FULL;

    public StacIndex(IndexConnection connection) {
        this.connection = connection;
        this.settings = connection.settings();
    }

    /** The part of an answer that is passed on. */
    private record Wanted(SelectionFit fit, Depth depth, Findings findings, AtomicLong found) {
        long passed() {
            return found.get();
        }
    }

    @Override
    public void search(Selection selection, Depth depth, Findings findings) throws IndexFailure {
        if (selection.text().filter(text -> !text.isBlank()).isPresent()) {
            throw new IndexFailure(
                    "UNSUPPORTED_QUERY", "it cannot look for words; leave them away or ask other indexes");
        }
        Wanted wanted = new Wanted(new SelectionFit(selection), depth, findings, new AtomicLong());
        if (!selection.instanceIds().isEmpty()) {
            for (NameBatch batch : NameBatch.of(selection.instanceIds())) {
                collect(named(batch), wanted);
            }
            return;
        }
        List<String> masters = FacetValues.alternatives(selection.facets().getOrDefault("master_id", List.of()));
        if (!masters.isEmpty() && masters.stream().noneMatch(FacetValues::hasWildcard)) {
            for (List<String> part : NameBatch.parts(masters)) {
                collect(StacQuery.ofMasters(part, settings.pageRecords()), wanted);
            }
            return;
        }
        for (String collection : collections(StacQuery.projects(selection))) {
            ask(selection, collection, wanted);
        }
    }

    /** Catalogs differ in what they understand of lists; one that refuses the word is asked without it, and the facet is looked at here. */
    private void ask(Selection selection, String collection, Wanted wanted) throws IndexFailure {
        long before = wanted.passed();
        try {
            collect(StacQuery.of(selection, collection, settings.pageRecords(), wording), wanted);
        } catch (IndexFailure e) {
            boolean isRefusal = e.code().equals("REFUSED") || e.code().equals("BROKEN_ANSWER");
            boolean canDoWithout = isRefusal && wording.knowsLists() && StacQuery.usesLists(selection);
            if (!canDoWithout || wanted.passed() > before) throw e;
            collect(StacQuery.of(selection, collection, settings.pageRecords(), StacQuery.Wording.PLAIN), wanted);
            wording = StacQuery.Wording.PLAIN;
        }
        if (wanted.passed() == before && !selection.facets().isEmpty()) lookAtFacets(selection, collection, wanted);
    }

    /** Nothing was found: says which facets the collection does not have, and asks again where it writes them as lists. */
    private void lookAtFacets(Selection selection, String collection, Wanted wanted) throws IndexFailure {
        StacPage question = StacPage.first(address("/search"), StacQuery.some(collection, SAMPLE));
        List<JsonNode> items = new ArrayList<>();
        connection.ask(question.address(), question.text(), ACCEPT, body -> {
            items.clear();
            return StacAnswer.read(body, item -> item.ifPresent(items::add));
        });
        if (items.isEmpty()) return;
        SampledFacets sampled = SampledFacets.of(items);
        Set<String> lists = new HashSet<>();
        for (String facet : selection.facets().keySet()) {
            if (!StacQuery.isAsked(facet)) continue;
            if (sampled.isList(facet)) lists.add(facet);
            else if (!sampled.has(facet)) {
                wanted.findings()
                        .warn(
                                IndexWarning.UNKNOWN_FACET,
                                "the collection " + collection + " has no facet '" + Findings.shown(facet)
                                        + "'; the nearest is '" + sampled.nearest(facet) + "'",
                                false);
            }
        }
        if (lists.isEmpty()) return;
        StacQuery.Wording without = new StacQuery.Wording(wording.knowsLists(), lists);
        collect(StacQuery.of(selection, collection, settings.pageRecords(), without), wanted);
    }

    private ObjectNode named(NameBatch batch) {
        if (batch.field().equals("master_id")) return StacQuery.ofMasters(batch.names(), settings.pageRecords());
        List<String> ids = batch.names().stream()
                .map(name -> name.replaceFirst("\\|.*", ""))
                .distinct()
                .toList();
        return StacQuery.ofNames(ids, settings.pageRecords());
    }

    /** The collections whose names are wanted, in the spelling of the catalog. */
    private List<String> collections(List<String> projects) throws IndexFailure {
        JsonNode answer = connection.ask(address("/collections"), StacIndex::tree);
        List<String> known = new ArrayList<>();
        for (JsonNode collection : answer.path("collections")) {
            JsonAnswers.text(collection, "id").ifPresent(known::add);
        }
        if (!answer.path("collections").isArray()) {
            throw new IndexFailure("BROKEN_ANSWER", "its answer does not name its collections");
        }
        return known.stream()
                .filter(name -> projects.isEmpty() || projects.stream().anyMatch(project -> isOf(project, name)))
                .toList();
    }

    private static boolean isOf(String project, String collection) {
        return FacetNames.ofProject(collection).stream().anyMatch(name -> FacetValues.fits(project, name));
    }

    private static JsonNode tree(InputStream body) {
        try (JsonParser parser = JsonAnswers.parser(body)) {
            parser.nextToken();
            JsonAnswers.expectObject(parser, "the answer");
            return JsonAnswers.tree(parser).orElseThrow(() -> new StreamReadException(parser, "it is too large"));
        }
    }

    /** The item of this name as it is now, whatever collection it is in; empty if there is none. */
    public Optional<JsonNode> item(String id) throws IndexFailure {
        StacPage question = StacPage.first(address("/search"), StacQuery.ofNames(List.of(id), 2));
        List<JsonNode> items = new ArrayList<>();
        connection.askAnew(question.address(), question.text(), ACCEPT, body -> {
            items.clear();
            return StacAnswer.read(body, item -> item.ifPresent(items::add));
        });
        return items.stream()
                .filter(item -> JsonAnswers.text(item, "id")
                        .filter(id::equalsIgnoreCase)
                        .isPresent())
                .findFirst();
    }

    private URI address(String path) {
        return URI.create(settings.address().toString().replaceFirst("/+$", "") + path);
    }

    private void collect(ObjectNode query, Wanted wanted) throws IndexFailure {
        Set<String> questions = new HashSet<>();
        Set<String> lastPage = Set.of();
        PageProgress progress = new PageProgress();
        StacPage question = StacPage.first(address("/search"), query);
        long passed = 0;
        while (true) {
            if (!questions.add(question.toString())) {
                wanted.findings().warn("PAGE_REPEATED", "its link to the next page leads back", true);
                return;
            }
            List<JsonNode> items = new ArrayList<>();
            StacAnswer.Page page = connection.ask(question.address(), question.text(), ACCEPT, body -> {
                items.clear();
                return StacAnswer.read(
                        body,
                        item -> item.ifPresentOrElse(
                                items::add, () -> wanted.findings().unreadable("an item", "it is too large")));
            });
            Set<String> ids = new HashSet<>();
            items.forEach(item -> JsonAnswers.text(item, "id").ifPresent(ids::add));
            if (progress.isStuckAfter(ids) || (!ids.isEmpty() && ids.equals(lastPage))) {
                wanted.findings().warn("PAGE_REPEATED", "it gives the same pages again and again", true);
                return;
            }
            lastPage = ids;
            items.forEach(item -> passOn(item, wanted));
            passed += page.items();
            Optional<StacPage> next = question.next(page.next());
            if (next.isEmpty()) {
                checkAll(page.matched(), passed, wanted.findings());
                return;
            }
            question = next.get();
        }
    }

    private static void checkAll(long matched, long passed, Findings findings) {
        if (passed >= matched) return;
        findings.warn(
                "TRUNCATED", "it says that it found " + matched + " items, and gave " + passed + " of them", true);
    }

    /** Besides the datasets that fit: their files; of an item at hand whatever it says of any node. */
    private static boolean isBeside(Claim claim, Set<String> fitting, Depth depth) {
        boolean isFitting = fitting.contains(claim.dataNode());
        return claim instanceof ClaimedFile
                ? isFitting || depth == Depth.AT_HAND
                : !isFitting && depth == Depth.AT_HAND;
    }

    private void passOn(JsonNode node, Wanted wanted) {
        String id = JsonAnswers.text(node, "id").orElse("an item without id");
        try {
            List<Claim> claims = StacItem.of(node).claims(settings.name(), wanted.findings());
            Set<String> fitting = new HashSet<>();
            for (Claim claim : claims) {
                if (claim instanceof ClaimedDataset dataset && wanted.fit().fits(dataset)) {
                    fitting.add(dataset.dataNode());
                    wanted.findings().claim(dataset);
                    wanted.found().incrementAndGet();
                }
            }
            boolean isAtHand = !fitting.isEmpty() && wanted.findings().hasRoomFor(claims.size());
            if (wanted.depth() == Depth.DATASETS || (wanted.depth() == Depth.AT_HAND && !isAtHand)) return;
            for (Claim claim : claims) {
                if (isBeside(claim, fitting, wanted.depth())) wanted.findings().claim(claim);
            }
        } catch (UnreadableRecord e) {
            wanted.findings().unreadable(id, e.reason());
        }
    }
}
