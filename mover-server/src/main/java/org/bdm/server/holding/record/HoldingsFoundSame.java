package org.bdm.server.holding.record;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.site.access.LocalExports;

/**
 * Takes files that a job found to be the same already, by name, size or time, as holdings: a look that takes no evidence away and adds none.
 * Belongs to one thread, and may block.
 */
public final class HoldingsFoundSame {
    private final LocalExports exports;
    private final HoldingRecords records;
    private final Clock clock;
    private final List<HoldingNotice> seen = new ArrayList<>();

    /** With its parts. */
    public HoldingsFoundSame(Catalog catalog, LocalExports exports, Clock clock) {
        this.exports = exports;
        this.records = new HoldingRecords(catalog, clock);
        this.clock = clock;
    }

    /** A file is there in this version; {@code expected} is what was given with the job. */
    public void add(ExportName export, StorePath path, FileVersion version, List<Checksum> expected) {
        Instant now = clock.instant();
        String dataset = new HeldPlace(exports.find(export)).datasetOf(path);
        List<HoldingDigest> digests = expected.stream()
                .map(digest -> new HoldingDigest(digest, DigestOrigin.LISTED, now))
                .toList();
        seen.add(new HoldingNotice(
                export,
                path,
                dataset,
                version.size(),
                version.modified(),
                digests.isEmpty() ? HoldingEvent.LOOKED_AT : HoldingEvent.LISTED,
                digests));
    }

    /** Drops what was added; it is checked in another way. */
    public void forget() {
        seen.clear();
    }

    /** Waits until what was added is on stable storage. */
    public void flush() {
        if (seen.isEmpty()) return;
        for (int from = 0; from < seen.size(); from += HoldingRecords.NOTICES_MAX) {
            Durable.await(records.record(seen.subList(from, Math.min(seen.size(), from + HoldingRecords.NOTICES_MAX))));
        }
        seen.clear();
    }
}
