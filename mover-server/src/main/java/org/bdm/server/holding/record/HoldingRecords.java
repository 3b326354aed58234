package org.bdm.server.holding.record;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.holding.Holding;

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
        for (HoldingNotice notice : notices) {
            Map<StorePath, Holding> ofExport = known.getOrDefault(notice.export(), Map.of());
            Holding before = ofExport.get(notice.path());
            Holding after = HoldingRules.merge(before, notice, now);
            if (after.equals(before)) continue;
            ofExport.put(notice.path(), after); // should it be twice in the group
            changed.add(after);
        }
        return changed.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : catalog.holdings().put(changed);
    }
}
