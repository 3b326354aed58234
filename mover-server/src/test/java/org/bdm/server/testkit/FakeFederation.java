package org.bdm.server.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.discovery.index.Selection;

/** Indexes that say what a test lets them say. Facets are looked for in the facets of the claims, and {@code master_id} in their names. */
public final class FakeFederation implements Federation {
    private final List<Claim> claims = new ArrayList<>(); // guarded by this, as is all below
    private final List<IndexWarning> warnings = new ArrayList<>();
    private final List<Selection> asked = new ArrayList<>();
    private final List<AskedAt> askedAt = new ArrayList<>();
    private List<String> indexes = List.of("east", "west");

    /** From now on nothing but this is said. */
    public synchronized void say(List<Claim> said, IndexWarning... trouble) {
        claims.clear();
        claims.addAll(said);
        warnings.clear();
        warnings.addAll(List.of(trouble));
        asked.clear();
        askedAt.clear();
    }

    /** What was asked since the last {@link #say}. */
    public synchronized List<Selection> asked() {
        return List.copyOf(asked);
    }

    @Override
    public synchronized List<IndexWarning> search(Selection selection, Depth depth, Consumer<Claim> receiver) {
        asked.add(selection);
        Set<String> names = new HashSet<>();
        for (Claim claim : claims) {
            boolean fits = claim instanceof ClaimedDataset dataset
                    ? fits(dataset, selection)
                    : selection.instanceIds().stream().anyMatch(claim.instanceId()::equalsIgnoreCase);
            if (fits) names.add(key(claim));
        }
        for (Claim claim : claims) {
            boolean isWanted =
                    claim instanceof ClaimedDataset dataset ? fits(dataset, selection) : names.contains(key(claim));
            if (isWanted && (depth == Depth.FILES || !(claim instanceof ClaimedFile))) receiver.accept(claim);
        }
        return List.copyOf(warnings);
    }

    /** Index, question. */
    public record AskedAt(String index, Selection selection) {}

    /** What single indexes were asked since the last {@link #say}. */
    public synchronized List<AskedAt> askedAt() {
        return List.copyOf(askedAt);
    }

    @Override
    public synchronized List<IndexWarning> searchAt(
            Set<String> indexes, Selection selection, Depth depth, Consumer<Claim> receiver) {
        indexes.forEach(index -> askedAt.add(new AskedAt(index, selection)));
        List<IndexWarning> all = search(selection, depth, claim -> {
            boolean isSince = !(claim instanceof ClaimedDataset dataset)
                    || selection.indexedFrom().isEmpty()
                    || dataset.indexedAt().isEmpty()
                    || !dataset.indexedAt()
                            .get()
                            .isBefore(selection.indexedFrom().get());
            if (indexes.contains(claim.index()) && isSince) receiver.accept(claim);
        });
        asked.remove(asked.size() - 1);
        return all.stream().filter(warning -> indexes.contains(warning.index())).toList();
    }

    private static String key(Claim claim) {
        return claim.instanceId().toLowerCase(Locale.ROOT);
    }

    private static boolean fits(ClaimedDataset dataset, Selection selection) {
        if (!selection.instanceIds().isEmpty()) {
            return selection.instanceIds().stream().anyMatch(dataset.instanceId()::equalsIgnoreCase);
        }
        boolean areFacets = selection.facets().entrySet().stream().allMatch(facet -> {
            List<String> has = facet.getKey().equals("master_id")
                    ? List.of(dataset.masterId())
                    : dataset.facets().getOrDefault(facet.getKey(), List.of());
            return facet.getValue().stream().anyMatch(has::contains);
        });
        boolean isVersion = selection
                .latest()
                .map(wanted -> dataset.status().latest().orElse(true).equals(wanted))
                .orElse(true);
        boolean isState = selection
                .retracted()
                .map(wanted -> dataset.status().retracted().orElse(false).equals(wanted))
                .orElse(true);
        return areFacets && isVersion && isState;
    }

    @Override
    public synchronized List<String> indexes() {
        return indexes;
    }

    /** From now on no other index is configured. */
    public synchronized void configure(String... names) {
        indexes = List.of(names);
    }
}
