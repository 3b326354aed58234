package org.bdm.server.holding.record;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.HeldRangeDigests.HeldRanges;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingChange;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.jspecify.annotations.Nullable;

/**
 * Takes events of files into the holdings. Two at the same time are both kept: the later one is decided by what the earlier one wrote. Any thread
 * that may block.
 */
public final class HoldingRecords {
    /** Most notices of one call. */
    public static final int NOTICES_MAX = 1_000;

    private final Catalog catalog;
    private final Clock clock;

    /** With its parts. */
    public HoldingRecords(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    /**
     * Writes what is new; the future completes when that is on stable storage. At most {@value #NOTICES_MAX} notices.
     *
     * @return what each became, in the order of the notices; null for one of which nothing is held
     */
    public CompletableFuture<List<@Nullable Holding>> record(List<HoldingNotice> notices) {
        if (notices.size() > NOTICES_MAX) throw new IllegalArgumentException(notices.size() + " notices at once");
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS); // as the catalog keeps it
        Map<ExportName, List<StorePath>> paths = new LinkedHashMap<>();
        for (HoldingNotice notice : notices) {
            paths.computeIfAbsent(notice.export(), missing -> new ArrayList<>()).add(notice.path());
        }
        Map<ExportName, Map<StorePath, Holding>> known = new LinkedHashMap<>();
        paths.forEach((export, wanted) -> known.put(export, catalog.holdings().find(export, wanted)));
        List<@Nullable Holding> outcomes = new ArrayList<>();
        List<HoldingChange> changes = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        List<HeldRanges> ranges = new ArrayList<>();
        for (HoldingNotice notice : notices) {
            Map<StorePath, Holding> ofExport = known.getOrDefault(notice.export(), Map.of());
            HoldingChange change = HoldingChange.of(
                    notice.export(),
                    notice.path(),
                    ofExport.get(notice.path()),
                    before -> HoldingRules.decide(before, notice, now));
            ranges(notice).ifPresent(ranges::add);
            outcomes.add(change.after().holding());
            if (change.isNothing()) continue;
            places.add(outcomes.size() - 1);
            changes.add(change);
        }
        return written(outcomes, changes, places, ranges);
    }

    private CompletableFuture<List<@Nullable Holding>> written(
            List<@Nullable Holding> outcomes,
            List<HoldingChange> changes,
            List<Integer> places,
            List<HeldRanges> ranges) {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        if (!changes.isEmpty()) {
            writes.add(catalog.holdings().change(changes).thenAccept(after -> {
                for (int at = 0; at < places.size(); at++)
                    outcomes.set(places.get(at), after.get(at).holding());
            }));
        }
        if (!ranges.isEmpty()) writes.add(catalog.heldRanges().put(ranges)); // of holdings, so after them
        return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).thenApply(done -> outcomes);
    }

    /** The range digests of an event, with a digest of the whole that was computed together with them. */
    private static Optional<HeldRanges> ranges(HoldingNotice notice) {
        RangeDigests ranges = notice.ranges();
        if (ranges == null) return Optional.empty();
        return notice.digests().stream()
                .filter(known -> known.origin().isOwn())
                .map(HoldingDigest::digest)
                .findFirst()
                .map(whole -> new HeldRanges(notice.export(), notice.path(), whole, ranges));
    }
}
