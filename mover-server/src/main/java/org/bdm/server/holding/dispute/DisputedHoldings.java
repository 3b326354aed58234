package org.bdm.server.holding.dispute;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingEvent;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.site.access.LocalExports;

/** The holdings of files in dispute: DISPUTED while their bytes are in quarantine. Durable when a call returns. Any thread that may block. */
public final class DisputedHoldings {
    private final Catalog catalog;
    private final LocalExports exports;
    private final HoldingRecords records;
    private final Clock clock;

    /** With its parts. */
    public DisputedHoldings(Catalog catalog, LocalExports exports, Clock clock) {
        this.catalog = catalog;
        this.exports = exports;
        this.records = new HoldingRecords(catalog, clock);
        this.clock = clock;
    }

    /** Its bytes were taken into quarantine. A file that has been at its place before keeps its own holding and evidence. */
    public void opened(Dispute dispute) {
        if (isOfAnotherFile(dispute)) return;
        Instant now = clock.instant();
        List<HoldingDigest> digests = new ArrayList<>();
        for (Checksum published : dispute.published()) {
            digests.add(new HoldingDigest(published, DigestOrigin.LISTED, now));
        }
        digests.add(new HoldingDigest(dispute.found(), DigestOrigin.STREAM, now));
        record(dispute, dispute.size(), dispute.modified(), HoldingEvent.DISPUTED, digests, 0, "dispute");
    }

    private boolean isOfAnotherFile(Dispute dispute) {
        Endpoint at = Endpoint.parse(dispute.destination());
        Holding known = catalog.holdings().find(at.export(), List.of(at.path())).get(at.path());
        return known != null
                && known.state() != HoldingState.DISPUTED
                && exports.find(at.export()).store().status(at.path()).isPresent();
    }

    /** A person accepted its bytes, which were read and placed: what is published of it no longer counts against it. */
    void accepted(Dispute dispute, String by) {
        Endpoint at = Endpoint.parse(dispute.destination());
        FileStatus placed = exports.find(at.export())
                .store()
                .status(at.path())
                .orElseThrow(() -> new MoverException(ErrorCode.SOURCE_NOT_FOUND, at + " is no longer there"));
        HoldingDigest found = new HoldingDigest(dispute.found(), DigestOrigin.ACCEPTED, clock.instant());
        record(
                dispute,
                placed.version().size(),
                placed.version().modified(),
                HoldingEvent.TRANSFERRED,
                List.of(found),
                placed.version().inode(),
                by);
    }

    /** Its bytes are to be thrown away: nothing is held, unless something else has the name. */
    void rejected(Dispute dispute) {
        Endpoint at = Endpoint.parse(dispute.destination());
        List<StorePath> path = List.of(at.path());
        Holding known = catalog.holdings().find(at.export(), path).get(at.path());
        boolean isOfDispute = known != null && known.state() == HoldingState.DISPUTED;
        boolean isThere = exports.find(at.export()).store().status(at.path()).isPresent();
        if (isOfDispute && !isThere) Durable.await(catalog.holdings().forget(at.export(), path));
    }

    private void record(
            Dispute dispute,
            long size,
            Instant modified,
            HoldingEvent event,
            List<HoldingDigest> digests,
            long inode,
            String by) {
        Endpoint at = Endpoint.parse(dispute.destination());
        String dataset = new HeldPlace(exports.find(at.export())).datasetOf(at.path());
        HoldingNotice.Cause cause = new HoldingNotice.Cause(by, "dispute of " + dispute.file(), null);
        Durable.await(records.record(List.of(new HoldingNotice(
                at.export(), at.path(), dataset, size, modified, event, digests, inode, null, cause))));
    }
}
