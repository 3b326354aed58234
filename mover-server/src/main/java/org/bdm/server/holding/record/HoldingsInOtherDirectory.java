package org.bdm.server.holding.record;

import java.time.Clock;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.jspecify.annotations.Nullable;

/** Vouches no longer for what an export holds when a person gives its name to another directory. Any thread that may block. */
public final class HoldingsInOtherDirectory {
    private final Catalog catalog;
    private final HoldingRecords records;

    /** With its parts. */
    public HoldingsInOtherDirectory(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.records = new HoldingRecords(catalog, clock);
    }

    /**
     * Tells each holding of the export; durable when this returns. Done again after a crash it does what is left.
     *
     * @return number of holdings of the export
     */
    public long of(ExportName export) {
        long files = 0;
        @Nullable String cursor = null;
        do {
            RowPage<Holding> page = catalog.holdings()
                    .page(new HoldingQuery(null, null, export, StorePath.ROOT, cursor, HoldingRecords.NOTICES_MAX));
            List<HoldingNotice> notices = page.rows().stream()
                    .map(holding -> HoldingNotice.inOtherDirectory(holding, HoldingNotice.Cause.of("--accept-export")))
                    .toList();
            if (!notices.isEmpty()) Durable.await(records.record(notices));
            files += notices.size();
            cursor = page.nextCursor();
        } while (cursor != null);
        return files;
    }
}
