package org.bdm.server.discovery;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.http.JdkTransport;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;

/** What a federation said to one question. */
public final class Asked {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

    public final List<ClaimedDataset> datasets = new ArrayList<>();
    public final List<ClaimedFile> files = new ArrayList<>();
    public final List<IndexWarning> warnings;
    final List<Duration> pauses = new ArrayList<>();

    private Asked(List<IndexSettings> indexes, Selection selection, Depth depth, int questionsMax) {
        ConfiguredFederation federation = new ConfiguredFederation(
                indexes, one -> new JdkTransport(one, new AddressGuard(List.of())), CLOCK, pauses::add, questionsMax);
        warnings = federation.search(selection, depth, this::take);
    }

    static Asked everything(IndexSettings... indexes) {
        return of(open(), Depth.FILES, indexes);
    }

    public static Asked of(Selection selection, Depth depth, IndexSettings... indexes) {
        return atMost(IndexConnection.QUESTIONS_MAX, selection, depth, indexes);
    }

    static Asked atMost(int questionsMax, Selection selection, Depth depth, IndexSettings... indexes) {
        return new Asked(List.of(indexes), selection, depth, questionsMax);
    }

    /** A selection that everything fits. */
    public static Selection open() {
        return Selection.ofDatasets(List.of());
    }

    static Selection facets(Map<String, List<String>> facets) {
        return Selection.ofFacets(facets);
    }

    List<String> codes() {
        return warnings.stream().map(IndexWarning::code).toList();
    }

    private void take(Claim claim) {
        if (claim instanceof ClaimedDataset dataset) datasets.add(dataset);
        else files.add((ClaimedFile) claim);
    }
}
