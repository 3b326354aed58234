package org.bdm.server.discovery.esgsearch;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.FacetValues;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.Index;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.NameBatch;
import org.bdm.server.discovery.index.PageProgress;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.index.SelectionFit;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.RecordClaims;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.drs.FacetSpelling;

/**
 * An index of the esg-search shape, or the bridge that imitates one. Large answers are cut into small ones by the values of facets, then by
 * the time of indexing; deep offsets are slow there, and refused by the bridge.
 */
public final class EsgSearchIndex implements Index {
    private static final List<String> FACETS =
            List.of("source_id", "experiment_id", "variable_id", "table_id", "member_id", "data_node");
    /** Names before CMIP6. */
    private static final List<String> OLD_FACETS =
            List.of("model", "experiment", "time_frequency", "ensemble", "institute", "data_node");

    /** Before the first index. */
    private static final Instant FIRST = Instant.parse("2005-01-01T00:00:00Z");

    private static final Duration SPAN_MIN = Duration.ofSeconds(4);
    private static final int DEEP_PAGING_FACTOR = 10;
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final IndexConnection connection;
    private final IndexSettings settings;
    private final Clock clock;

    public EsgSearchIndex(IndexConnection connection, Clock clock) {
        this.connection = connection;
        this.settings = connection.settings();
        this.clock = clock;
    }

    /** The facets not yet used to split a question. */
    private record Cuts(List<String> facets, Instant from, Instant to) {
        Cuts without(String facet) {
            return new Cuts(facets.stream().filter(name -> !name.equals(facet)).toList(), from, to);
        }
    }

    /** The part of an answer that is passed on, and what is looked for behind it. */
    private record Wanted(SelectionFit fit, Depth depth, Findings findings) {}

    @Override
    public void search(Selection selection, Depth depth, Findings findings) throws IndexFailure {
        EsgSearchQuery query = EsgSearchQuery.ofType("Dataset", settings).with(selection, settings.kind());
        Wanted wanted = new Wanted(new SelectionFit(selection), depth, findings);
        Cuts cuts = new Cuts(
                facets(selection),
                selection.indexedFrom().orElse(FIRST),
                selection.indexedTo().orElse(clock.instant().plusSeconds(86_400)));
        if (selection.instanceIds().isEmpty()) {
            collect(query, cuts, UNKNOWN, wanted);
            return;
        }
        for (NameBatch batch : NameBatch.of(selection.instanceIds())) {
            collect(query.with(batch.field(), batch.names()), cuts, UNKNOWN, wanted);
        }
    }

    private static List<String> facets(Selection selection) {
        List<String> projects = FacetValues.alternatives(selection.facets().getOrDefault("project", List.of()));
        boolean isOld = FacetSpelling.of(projects).equals(Optional.of(FacetSpelling.BEFORE_CMIP6));
        return isOld ? OLD_FACETS : FACETS;
    }

    /**
     * Everything that a question finds; gives how many records there are.
     *
     * @param whole what a larger question found of which this is one part: an index that does not heed the question finds all of it again
     */
    private long collect(EsgSearchQuery query, Cuts cuts, long whole, Wanted wanted) throws IndexFailure {
        PageProgress progress = new PageProgress();
        boolean isStuck = false;
        long offset = 0;
        long found;
        do {
            List<IndexRecord> datasets = new ArrayList<>();
            RecordPage page = page(query, offset, datasets, wanted.findings());
            found = page.found();
            if (found >= whole) throw heedless(found);
            if (offset == 0 && found > settings.offsetMax()) {
                long apart = cut(query, cuts, found, wanted);
                if (apart >= 0) return apart;
            }
            isStuck = progress.isStuckAfter(names(datasets, offset));
            passOn(datasets, wanted);
            offset += page.records();
            if (page.records() == 0) break;
        } while (!isStuck && offset < found && offset <= deepest());
        checkAll(found, offset, progress.distinct(), isStuck, wanted.findings());
        return found;
    }

    private static List<String> names(List<IndexRecord> records, long offset) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            names.add(records.get(i).text("id").orElse("at " + (offset + i)));
        }
        return names;
    }

    private long deepest() {
        boolean isStrict = settings.kind() == IndexKind.BRIDGE;
        return isStrict ? settings.offsetMax() : (long) settings.offsetMax() * DEEP_PAGING_FACTOR;
    }

    private RecordPage page(EsgSearchQuery query, long offset, List<IndexRecord> records, Findings findings)
            throws IndexFailure {
        URI address = query.page(settings.address(), offset, settings.pageRecords());
        RecordPage page = connection.ask(address, body -> {
            records.clear();
            return RecordAnswer.read(
                    body,
                    record -> record.ifPresentOrElse(records::add, () -> {
                        findings.unreadable("a record", "it is too large");
                    }));
        });
        if (page.found() < 0) throw new IndexFailure("BROKEN_ANSWER", "its answer does not say how much was found");
        if (page.isPartial()) {
            findings.warn("TRUNCATED", "it says that it did not search everywhere; try again later", true);
        }
        return page;
    }

    private static void checkAll(long found, long offset, int distinct, boolean isStuck, Findings findings) {
        if (isStuck && distinct > 0) {
            findings.warn(
                    "PAGE_REPEATED",
                    "it gave " + distinct + " different records of " + found
                            + ", and then the same ones again and again",
                    true);
        } else if (offset < found) {
            findings.warn(
                    "TRUNCATED", "it says that it found " + found + " records, and gave " + offset + " of them", true);
        } else if (distinct < found) {
            findings.warn(
                    "PAGE_REPEATED",
                    "it gave " + distinct + " different records of " + found + ", some of them several times",
                    true);
        }
    }

    /** Asks the parts of a question that finds too much; -1 if it cannot be cut. */
    private long cut(EsgSearchQuery query, Cuts cuts, long found, Wanted wanted) throws IndexFailure {
        Optional<FacetSplit> split = split(query, cuts, found);
        Instant middle =
                cuts.from().plus(Duration.between(cuts.from(), cuts.to()).dividedBy(2));
        Cuts older = new Cuts(List.of(), cuts.from(), middle);
        Cuts newer = new Cuts(List.of(), middle, cuts.to());
        long apart = 0;
        if (split.isPresent()) {
            String facet = split.get().facet();
            for (List<String> values : split.get().groups()) {
                apart += collect(query.with(facet, values), cuts.without(facet), found, wanted);
            }
        } else if (Duration.between(cuts.from(), cuts.to()).compareTo(SPAN_MIN) > 0) {
            boolean isHeedless = count(span(query, older)) >= found && count(span(query, newer)) >= found;
            if (isHeedless) throw heedless(found);
            apart += collect(span(query, older), older, UNKNOWN, wanted);
            apart += collect(span(query, newer), newer, UNKNOWN, wanted);
        } else {
            return -1;
        }
        if (apart < found) {
            wanted.findings()
                    .warn("TRUNCATED", "it found " + found + " records, but only " + apart + " in the parts", true);
        }
        return apart;
    }

    private static EsgSearchQuery span(EsgSearchQuery query, Cuts cuts) {
        return query.with("from", List.of(EsgSearchQuery.time(cuts.from())))
                .with("to", List.of(EsgSearchQuery.time(cuts.to().plusSeconds(1))));
    }

    /** Returns the number of records of a part, from its first page, which stays in the cache for the next request. */
    private long count(EsgSearchQuery part) throws IndexFailure {
        URI address = part.page(settings.address(), 0, settings.pageRecords());
        return connection
                .ask(address, body -> RecordAnswer.read(body, record -> {}))
                .found();
    }

    private static IndexFailure heedless(long found) {
        return new IndexFailure(
                "BROKEN_ANSWER",
                "it finds all " + found
                        + " records in each part of a query, so it ignores the constraints of the query");
    }

    private Optional<FacetSplit> split(EsgSearchQuery query, Cuts cuts, long found) throws IndexFailure {
        if (cuts.facets().isEmpty()) return Optional.empty();
        try {
            URI address = query.counts(settings.address(), cuts.facets());
            RecordPage counts = connection.ask(address, body -> RecordAnswer.read(body, record -> {}));
            return FacetSplit.of(counts.facets(), cuts.facets(), found, settings.offsetMax());
        } catch (IndexFailure e) {
            if (!e.code().equals("REFUSED")) throw e;
            return Optional.empty(); // it does not know one of the names: it is cut by time instead
        }
    }

    private void passOn(List<IndexRecord> records, Wanted wanted) throws IndexFailure {
        List<EsgSearchFiles.Parent> fitting = new ArrayList<>();
        for (IndexRecord record : records) {
            try {
                ClaimedDataset dataset = RecordClaims.dataset(settings.name(), record);
                if (!wanted.fit().fits(dataset)) continue;
                wanted.findings().claim(dataset);
                fitting.add(EsgSearchFiles.Parent.of(record, dataset));
            } catch (UnreadableRecord e) {
                wanted.findings().unreadable(record.text("id").orElse("a record without id"), e.reason());
            }
        }
        if (wanted.depth() == Depth.FILES) new EsgSearchFiles(connection).passOn(fitting, wanted.findings());
    }
}
