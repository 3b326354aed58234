package org.bdm.server.job.run;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.DisputedFile;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.file.CopyTrial;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.holding.dispute.DisputedHoldings;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.site.access.OwnSite;

/**
 * Writes what was found out about copies. It waits until that is durable: a file that was tried, or that somebody has to decide about, must not
 * be tried again after a crash. Belongs to the job's thread.
 */
final class CopyFindings {
    private final Catalog catalog;
    private final OwnSite own;
    private final HeldFiles held;
    private final DisputedHoldings disputed;

    CopyFindings(Catalog catalog, OwnSite own, HeldFiles held, DisputedHoldings disputed) {
        this.disputed = disputed;
        this.catalog = catalog;
        this.own = own;
        this.held = held;
    }

    /** A copy that is a file of our own is held with other bytes than we thought. */
    void tried(FileId file, URI copy, Checksum found) {
        if ("bdm".equals(copy.getScheme())) {
            Endpoint at = Endpoint.parse(copy.toString());
            if (at.site().equals(own.name())) held.isOther(at.export(), at.path(), found);
        }
        Durable.await(catalog.copies().found(new CopyTrial(file, copy.toString(), found)));
    }

    /**
     * A file whose dispute was kept by a run that died before its outcome was: it is not fetched once more.
     *
     * @throws MoverException CHECKSUM_DISPUTED
     */
    void refuseDisputed(FileRow row) {
        Optional<Checksum> published = row.deciding();
        if (!(row.item().source() instanceof ItemSource.OfCopies) || published.isEmpty()) return;
        Optional<Dispute> known = catalog.disputes().of(row.id());
        if (known.isEmpty()) return;
        throw new MoverException(
                ErrorCode.CHECKSUM_DISPUTED,
                known.get().locations().size() + " copies agree on "
                        + known.get().found() + ", and "
                        + published.get() + " was published: dispute-"
                        + known.get().number());
    }

    /** Before the outcome of the file is written: an outcome without a dispute would be nobody's work. */
    void disputed(FileRow row, DisputedFile file) {
        Dispute dispute = new Dispute(
                0,
                file.file(),
                row.item().item().destination(),
                file.keptAs(),
                file.size(),
                file.modified(),
                row.expected(),
                file.found(),
                file.copies().stream().map(URI::toString).toList(),
                DisputeState.OPEN,
                Instant.EPOCH,
                null);
        if (file.keptAs() != null) disputed.opened(dispute);
        var unused = Durable.await(catalog.disputes().open(dispute));
    }
}
