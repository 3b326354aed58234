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
import org.bdm.server.catalog.holding.HoldingDigest;

/**
 * Takes what was seen of files into the holdings. Two looks at the same file at the same time leave what the later one wrote; the next look
 * puts it right. Any thread that may block.
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

    /** Writes what is new; the future completes when that is on stable storage. At most {@value #NOTICES_MAX} notices. */
    public CompletableFuture<Void> record(List<HoldingNotice> notices) {
        if (notices.size() > NOTICES_MAX) throw new IllegalArgumentException(notices.size() + " notices at once");
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS); // as the catalog keeps it
        Map<ExportName, List<StorePath>> paths = new LinkedHashMap<>();
        for (HoldingNotice notice : notices) {
            paths.computeIfAbsent(notice.export(), missing -> new ArrayList<>()).add(notice.path());
        }
        Map<ExportName, Map<StorePath, Holding>> known = new LinkedHashMap<>();
        paths.forEach((export, wanted) -> known.put(export, catalog.holdings().find(export, wanted)));
        List<Holding> changed = new ArrayList<>();
        List<HeldRanges> ranges = new ArrayList<>();
        for (HoldingNotice notice : notices) {
            Map<StorePath, Holding> ofExport = known.getOrDefault(notice.export(), Map.of());
            Holding before = ofExport.get(notice.path());
            Holding after = HoldingRules.merge(before, notice, now);
            ranges(notice).ifPresent(ranges::add);
            if (after.equals(before)) continue;
            ofExport.put(notice.path(), after); // should it be twice in the group
            changed.add(after);
        }
        List<CompletableFuture<Void>> writes = new ArrayList<>();
        if (!changed.isEmpty()) writes.add(catalog.holdings().put(changed));
        if (!ranges.isEmpty()) writes.add(catalog.heldRanges().put(ranges)); // of holdings, so after them
        return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new));
    }

    /** The range digests of a look, with a digest of the whole that was computed together with them. */
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
