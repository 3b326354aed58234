package org.bdm.server.holding.dispute;

import java.nio.ByteBuffer;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.site.access.LocalExports;

/**
 * Does what a person decided about bytes that contradict what was published. Blocks as long as reading the file takes: not for threads of
 * requests.
 *
 * <p>Accepting places first and writes afterwards, rejecting writes first and deletes afterwards: a crash in between leaves bytes too many, and
 * the same call again ends it, or for bytes that were rejected, {@link QuarantineSweep}.
 */
public final class DisputeDecisions {
    private static final int DIRECTORY_MODE = 02755;

    private final Catalog catalog;
    private final LocalExports exports;
    private final DisputedHoldings holdings;

    /** With its parts. */
    public DisputeDecisions(Catalog catalog, LocalExports exports, DisputedHoldings holdings) {
        this.catalog = catalog;
        this.exports = exports;
        this.holdings = holdings;
    }

    /**
     * Places the kept bytes under the final name of the file, after reading them once more; it is a VERIFIED holding then, with the digest
     * that was found as {@code accepted}.
     *
     * @throws MoverException NOT_FOUND, ILLEGAL_STATE if it was decided before or the bytes are not there, CHECKSUM_MISMATCH if they have
     *     changed since, DESTINATION_EXISTS if something else has that name
     */
    public Dispute accept(long number, String by, String remark) {
        Dispute dispute = open(number);
        Endpoint destination = Endpoint.parse(dispute.destination());
        WritableStore store = exports.writable(destination.export());
        if (!isPlacedAlready(store, destination.path(), dispute)) place(store, destination.path(), dispute);
        holdings.accepted(dispute, by);
        return decide(dispute, DisputeState.ACCEPTED, by, remark);
    }

    private static void place(WritableStore store, StorePath destination, Dispute dispute) {
        String name = dispute.keptAs();
        Quarantine quarantine = store.quarantine();
        if (name == null || quarantine.status(name).isEmpty()) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE,
                    "the bytes of dispute-" + dispute.number()
                            + " are not in the quarantine; retry the job to fetch them");
        }
        RunningDigest digest = RunningDigest.of(dispute.found().algorithm());
        quarantine.read(name, digest::update);
        Checksum now = digest.finish();
        if (!now.equals(dispute.found())) {
            throw new MoverException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "the bytes kept for " + dispute.destination() + " have " + now + " now, and had "
                            + dispute.found());
        }
        for (StorePath changed : store.makeDirectories(destination.parent(), DIRECTORY_MODE)) {
            store.forceDirectory(changed);
        }
        if (store.status(destination).isPresent()) {
            throw new MoverException(
                    ErrorCode.DESTINATION_EXISTS,
                    "another file is at " + dispute.destination() + ": move that away and accept dispute-"
                            + dispute.number() + " again, or run 'bdm-client dispute reject dispute-" + dispute.number()
                            + "'");
        }
        quarantine.place(name, destination, PlaceMode.NEW);
        store.forceDirectory(destination.parent());
    }

    /** An earlier call may have placed it and ended before that was written. */
    private static boolean isPlacedAlready(WritableStore store, StorePath destination, Dispute dispute) {
        String name = dispute.keptAs();
        if (name == null || store.quarantine().status(name).isPresent()) return false;
        if (store.status(destination).isEmpty()) return false;
        RunningDigest digest = RunningDigest.of(dispute.found().algorithm());
        ByteBuffer piece = ByteBuffer.allocateDirect(1 << 20);
        try (ReadableFile file = store.open(destination)) {
            for (long at = 0; ; ) {
                piece.clear();
                int read = file.read(at, piece);
                if (read <= 0) break;
                at += read;
                digest.update(piece.flip());
            }
        }
        return digest.finish().equals(dispute.found());
    }

    /** Throws the kept bytes away. NOT_FOUND, or ILLEGAL_STATE if it was decided before. */
    public Dispute reject(long number, String by, String remark) {
        Dispute dispute = open(number);
        String name = dispute.keptAs();
        if (name == null) return rejected(dispute, by, remark); // as in a bucket, which keeps no such bytes
        WritableStore store =
                exports.writable(Endpoint.parse(dispute.destination()).export());
        Dispute decided = rejected(dispute, by, remark);
        store.quarantine().delete(name);
        return decided;
    }

    private Dispute rejected(Dispute dispute, String by, String remark) {
        holdings.rejected(dispute);
        return decide(dispute, DisputeState.REJECTED, by, remark);
    }

    private Dispute open(long number) {
        Dispute dispute = catalog.disputes()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no dispute-" + number));
        if (dispute.state() != DisputeState.OPEN) {
            throw new MoverException(
                    ErrorCode.ILLEGAL_STATE, "dispute-" + number + " was decided before: " + dispute.state());
        }
        return dispute;
    }

    private Dispute decide(Dispute dispute, DisputeState as, String by, String remark) {
        return Durable.await(catalog.disputes().decide(dispute.number(), as, by, remark));
    }
}
