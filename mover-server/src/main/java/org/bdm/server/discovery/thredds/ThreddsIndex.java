package org.bdm.server.discovery.thredds;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.Index;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.index.SelectionFit;
import org.bdm.server.drs.DatasetName;

/**
 * The catalogs of one THREDDS server. They cannot be searched: all are read, from the one of the configuration on, and looked through here.
 * Catalogs whose name says that they are of another dataset are left out.
 */
public final class ThreddsIndex implements Index {
    private static final int CATALOGS_MAX = 50_000;
    private static final int DEPTH_MAX = 16;

    private final IndexConnection connection;
    private final IndexSettings settings;

    public ThreddsIndex(IndexConnection connection) {
        this.connection = connection;
        this.settings = connection.settings();
    }

    /** A catalog and what was read of it. */
    private record Read(List<List<Claim>> datasets, List<ThreddsCatalog.Reference> references) {
        /** True if a catalog that hangs on another one is that again: every relative reference of it would lead deeper for ever. */
        boolean isSameAs(List<ThreddsCatalog.Reference> above) {
            return !references.isEmpty() && references.equals(above);
        }
    }

    /** A catalog that is to be read, and what is known of the way to it. */
    private record Waiting(URI address, int depth, List<ThreddsCatalog.Reference> above) {}

    @Override
    public void search(Selection selection, Depth depth, Findings findings) throws IndexFailure {
        if (selection.text().filter(text -> !text.isBlank()).isPresent()) {
            throw new IndexFailure(
                    "UNSUPPORTED_QUERY", "it cannot look for words; leave them away or ask other indexes");
        }
        SelectionFit fit = new SelectionFit(selection);
        Set<URI> known = new HashSet<>();
        Deque<Waiting> waiting = new ArrayDeque<>();
        known.add(settings.address());
        waiting.add(new Waiting(settings.address(), 0, List.of()));
        while (!waiting.isEmpty()) {
            Waiting next = waiting.remove();
            Read read = read(next.address(), findings);
            for (List<Claim> claims : read.datasets()) passOn(claims, selection, fit, depth, findings);
            if (read.isSameAs(next.above())) {
                findings.warn("PAGE_REPEATED", "it gave the same catalog for one that hangs on it", true);
                continue;
            }
            if (next.depth() == DEPTH_MAX && !read.references().isEmpty()) {
                findings.warn("TRUNCATED", "catalogs hang on it in more than " + DEPTH_MAX + " steps", true);
                continue;
            }
            for (ThreddsCatalog.Reference reference : read.references()) {
                Optional<URI> target = target(next.address(), reference, fit, findings);
                if (target.isEmpty() || !known.add(target.get())) continue;
                if (known.size() > CATALOGS_MAX) {
                    findings.warn("TRUNCATED", "more than " + CATALOGS_MAX + " catalogs hang on it", true);
                    return;
                }
                waiting.add(new Waiting(target.get(), next.depth() + 1, read.references()));
            }
        }
    }

    private Read read(URI address, Findings findings) throws IndexFailure {
        List<List<Claim>> datasets = new ArrayList<>();
        List<ThreddsCatalog.Reference> references =
                connection.ask(address, Optional.empty(), "application/xml", body -> {
                    datasets.clear();
                    return ThreddsCatalog.read(settings.name(), address, body, findings, datasets::add);
                });
        return new Read(datasets, references);
    }

    /** Returns the target of a reference; empty if it is not wanted. */
    private Optional<URI> target(URI from, ThreddsCatalog.Reference reference, SelectionFit fit, Findings findings) {
        Optional<DatasetName> name = DatasetName.read(reference.name()).filter(DatasetName::hasVersion);
        if (name.isPresent() && !fit.mayBe(name.get())) return Optional.empty();
        try {
            URI target = from.resolve(reference.href().replaceFirst("#.*", ""));
            boolean isHere = Objects.equals(target.getHost(), settings.address().getHost());
            if (isHere) return Optional.of(target);
            findings.warn("UNSUPPORTED_QUERY", "it refers to catalogs of other hosts, which are not read", true);
        } catch (IllegalArgumentException e) {
            findings.unreadable(reference.href(), "it refers to a catalog by something that is not an address");
        }
        return Optional.empty();
    }

    private static void passOn(
            List<Claim> claims, Selection selection, SelectionFit fit, Depth depth, Findings findings) {
        ClaimedDataset dataset = (ClaimedDataset) claims.get(0);
        if (!fit.fits(dataset)) return;
        for (String facet : selection.facets().keySet()) {
            boolean isKnown = Set.of("project", "mip_era", "data_node").contains(facet)
                    || dataset.facets().containsKey(facet);
            if (isKnown) continue;
            findings.warn(
                    "UNSUPPORTED_QUERY",
                    "its catalogs do not say '" + facet + "'; datasets that fit may be left out",
                    true);
            return;
        }
        findings.claim(dataset);
        boolean isAtHand = depth == Depth.AT_HAND && findings.hasRoomFor(claims.size());
        if (depth == Depth.FILES || isAtHand) claims.subList(1, claims.size()).forEach(findings::claim);
    }
}
