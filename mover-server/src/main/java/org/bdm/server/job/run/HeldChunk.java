package org.bdm.server.job.run;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.block.ByteTotal;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.fetch.FetchSession;
import org.bdm.core.id.FileId;
import org.bdm.core.store.FileKind;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.Origin;
import org.bdm.core.transfer.Reuse;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CountDelta.Arrival;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.catalog.file.RecordedOutcomes;
import org.bdm.server.catalog.file.ReusedFile;
import org.bdm.server.holding.record.HoldingsOfJobs;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A leased chunk: turns what the session says into rows of the catalog, in groups, and gives the chunk up once all is durable. Belongs to the
 * job's thread.
 */
final class HeldChunk {
    private static final Logger LOG = LoggerFactory.getLogger(HeldChunk.class);
    private static final int GROUP_MAX = 1000;

    private final Map<FileId, FileRow> rows = new HashMap<>();
    private final FetchSession session;
    private final DestinationReservations.OfChunk reservations;
    private final Catalog catalog;
    private final ChunkTotals totals;
    private final KnownCopies copies;
    private final HoldingsOfJobs holdings;
    private final List<OutcomeRecord> waiting = new ArrayList<>();
    private final List<HoldingsOfJobs.Arrived> arrived = new ArrayList<>();
    private final List<CompletableFuture<?>> writes = new ArrayList<>();
    private final ChunkRight right;
    private final String place;
    private ChunkLease lease;
    private boolean isAllTold;

    /** With its parts. */
    HeldChunk(
            LeasedChunk leased,
            List<FileRow> rows,
            FetchSession session,
            DestinationReservations.OfChunk reservations,
            DispatchParts parts,
            KnownCopies copies,
            HoldingsOfJobs holdings) {
        this.copies = copies;
        this.holdings = holdings;
        this.lease = leased.lease();
        this.right = leased.right();
        this.reservations = reservations;
        this.session = session;
        this.catalog = parts.catalog();
        this.place = SourcePlace.shown(rows.get(0));
        this.totals = new ChunkTotals(parts.live().totals(), place);
        rows.forEach(row -> this.rows.put(row.id(), row));
    }

    /** A file that has not ended. */
    Optional<FileRow> row(FileId file) {
        return Optional.ofNullable(rows.get(file));
    }

    /** Returns the files that have not ended. */
    Collection<FileRow> rows() {
        return Collections.unmodifiableCollection(rows.values());
    }

    /** The sizes of its files that have not ended, together. */
    long bytesOpen() {
        return rows.values().stream()
                .mapToLong(row -> row.status().version().size())
                .reduce(0, ByteTotal::plus);
    }

    long filesOpen() {
        return rows.size();
    }

    /** True if none of its files is under way any more. */
    boolean isOver() {
        return rows.isEmpty();
    }

    int number() {
        return lease.chunk();
    }

    ChunkLease lease() {
        return lease;
    }

    FetchSession session() {
        return session;
    }

    /** The right to place files of the chunk. */
    ChunkRight right() {
        return right;
    }

    /**
     * The lease holds for longer.
     *
     * @param askedNanos when the catalog was asked, by the monotonic clock
     */
    void renew(ChunkLease renewed, long askedNanos) {
        lease = renewed;
        right.renewed(askedNanos, DispatchParts.LEASE.toNanos());
    }

    /** The session told how files ended. */
    void took(List<FileOutcome> outcomes) {
        for (FileOutcome outcome : outcomes) {
            FileRow row = rows.remove(outcome.file());
            reservations.release(outcome.file());
            if (row == null) continue;
            waiting.add(asRow(row, outcome));
            boolean isThere = outcome.state() == FileState.DONE || outcome.state() == FileState.SKIPPED_SAME;
            if (isThere)
                arrived.add(new HoldingsOfJobs.Arrived(
                        row, outcome.evidence(), also(outcome), outcome.ranges(), Origin.Asked.of(outcome.origins())));
        }
    }

    /** The file is not given to the session: it cannot be moved at all. */
    void refuse(FileRow row, MoverException reason) {
        rows.remove(row.id());
        waiting.add(OutcomeRecord.failed(row, new FileTrouble(reason.code(), reason.detail(), null), row.effort()));
    }

    /** The file is not given to the session now: its path is being written, or its sources are closed. That is no try. */
    void putOff(FileRow row, FileTrouble why) {
        rows.remove(row.id());
        waiting.add(OutcomeRecord.waiting(row, why, row.effort()));
    }

    DestinationReservations.OfChunk reservations() {
        return reservations;
    }

    void allTold() {
        isAllTold = true;
    }

    /**
     * Writes what waits; true once the chunk is given up and its journal is no longer needed.
     *
     * @param onWritten called on the catalog's thread when what was written now is durable, or was refused: there is reason for another tick
     * @throws MoverException what was not recorded: the journal is kept, and the files are looked at again by whoever leases the chunk next;
     *     ILLEGAL_STATE if the job has ended or the lease was lost
     */
    boolean tick(Runnable onWritten) {
        if (!waiting.isEmpty()) write(onWritten);
        for (CompletableFuture<?> write : writes) {
            if (write.isDone()) Durable.await(write);
        }
        writes.removeIf(CompletableFuture::isDone);
        if (!isAllTold || !writes.isEmpty()) return false;
        Durable.await(catalog.chunks().finish(lease));
        session.forget(lease.chunk());
        reservations.releaseAll();
        return true;
    }

    private void write(Runnable onWritten) {
        // Before the outcomes: a file that is there is held, whether the job will say so or look at it once more.
        if (!arrived.isEmpty()) holdings.record(arrived);
        arrived.clear();
        waiting.sort(Comparator.comparingLong(outcome -> outcome.file().number()));
        for (int from = 0; from < waiting.size(); from += GROUP_MAX) {
            List<OutcomeRecord> group = List.copyOf(waiting.subList(from, Math.min(waiting.size(), from + GROUP_MAX)));
            CompletableFuture<RecordedOutcomes> write = catalog.chunks().record(lease, group);
            writes.add(write);
            totals.addWhenRecorded(group, write);
            var unused = write.whenComplete((done, error) -> onWritten.run());
        }
        waiting.clear();
    }

    /** Writes what is told and waits until it is durable. What could not be written is only logged: the journal still knows it. */
    void flush() {
        try {
            if (!waiting.isEmpty()) write(() -> {});
            for (CompletableFuture<?> write : writes) Durable.await(write);
        } catch (MoverException e) {
            LOG.warn("outcomes of chunk {} of {} were not recorded: {}", number(), lease.job(), e.detail());
        }
        writes.clear();
    }

    /** The work ends before the chunk did: what is told is written, the rest can be leased again {@code after} a while. */
    void giveBack(Duration after) {
        flush();
        right.lost();
        rows.clear();
        try {
            Durable.await(catalog.chunks().release(lease, after));
        } catch (MoverException e) {
            LOG.warn("the lease of chunk {} of {} runs out by itself: {}", number(), lease.job(), e.detail());
        }
    }

    private OutcomeRecord asRow(FileRow row, FileOutcome outcome) {
        FileEffort before = row.effort();
        FileEffort effort = new FileEffort(
                before.epoch() + 1,
                before.attempts() + (isTry(outcome) ? 1 : 0),
                before.millis() + outcome.durationMillis(),
                before.bytesMoved() + outcome.bytesMoved(),
                before.bytesResent() + outcome.bytesResent());
        return switch (outcome.state()) {
            case DONE ->
                OutcomeRecord.done(row, evidence(row, outcome), effort, reused(row, outcome), origins(row, outcome))
                        .as(arrival(row, outcome));
            case SKIPPED_SAME -> OutcomeRecord.skippedSame(row, effort);
            case FAILED -> OutcomeRecord.failed(row, trouble(outcome, null), effort);
            case WAITING -> OutcomeRecord.waiting(row, trouble(outcome, outcome.retryAt()), effort);
            case PENDING, ACTIVE, VERIFYING, CANCELLED ->
                throw new MoverException(
                        ErrorCode.INTERNAL, "a session told " + outcome.state() + " of " + outcome.file());
        };
    }

    /** A file that is brought from tape was not tried in vain. */
    private static boolean isTry(FileOutcome outcome) {
        MoverException reason = outcome.reason();
        return outcome.state() != FileState.WAITING || reason == null || reason.code() != ErrorCode.BEING_STAGED;
    }

    private @Nullable Arrival arrival(FileRow row, FileOutcome outcome) {
        boolean wasHere = outcome.reuse().isAny() && outcome.bytesMoved() == 0;
        if (row.status().kind() != FileKind.FILE || wasHere) return null;
        return new Arrival(TransferMeter.source(place, outcome), holdings.datasetOf(row));
    }

    /** A second name of a file has every digest of that one. */
    private Optional<Checksum> also(FileOutcome outcome) {
        if (outcome.reuse().way() != Reuse.Way.LINKED) return Optional.ofNullable(outcome.also());
        return copies.heldOf(outcome.file()).flatMap(KnownCopies.HeldCopy::sha256);
    }

    /** Kept where sites were asked too, TLS was left out, or nobody published a digest: elsewhere a row for each file would say little. */
    private List<Origin> origins(FileRow row, FileOutcome outcome) {
        boolean isUnvouched =
                row.expected().isEmpty() && outcome.origins().stream().anyMatch(origin -> origin.asked() != null);
        boolean isKept = isUnvouched
                || !copies.trees().roots().isEmpty()
                || outcome.origins().stream().anyMatch(Origin::isDowngraded);
        return isKept ? outcome.origins() : List.of();
    }

    private @Nullable ReusedFile reused(FileRow row, FileOutcome outcome) {
        if (!outcome.reuse().isAny()) return null;
        if (outcome.reuse().way() == Reuse.Way.REPAIRED) {
            Endpoint root = row.item().destination();
            Endpoint damaged = root.withPath(row.path().below(root.path()));
            return new ReusedFile(outcome.reuse(), damaged.toString());
        }
        return copies.heldOf(outcome.file())
                .map(here -> new ReusedFile(outcome.reuse(), here.at().toString()))
                .orElse(null);
    }

    private static FileTrouble trouble(FileOutcome outcome, @Nullable Instant notBefore) {
        MoverException reason = outcome.reason();
        if (reason == null) throw new MoverException(ErrorCode.INTERNAL, outcome.file() + " failed without a reason");
        return new FileTrouble(reason.code(), reason.detail(), notBefore);
    }

    /** A symbolic link has no bytes to digest but its target: that is its evidence. */
    private static Evidence evidence(FileRow row, FileOutcome outcome) {
        Evidence told = outcome.evidence();
        if (told != null) return told;
        byte[] target = row.status().linkTarget();
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        if (target != null) digest.update(ByteBuffer.wrap(target));
        return new Evidence(EvidenceLevel.STREAM, digest.finish());
    }
}
