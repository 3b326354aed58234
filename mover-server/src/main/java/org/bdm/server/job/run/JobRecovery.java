package org.bdm.server.job.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.PlacedFiles;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.bdm.server.holding.record.HoldingsOfJobs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records, before a job ends with files open, which of them are under their final names all the same: an earlier run placed them and died
 * before it could say so. Nothing of the job may run meanwhile. May block.
 */
final class JobRecovery {
    private static final Logger LOG = LoggerFactory.getLogger(JobRecovery.class);
    private static final Instant ALL_DUE = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final DispatchParts parts;
    private final Catalog catalog;
    private final JobId job;

    JobRecovery(DispatchParts parts, JobId job) {
        this.parts = parts;
        this.catalog = parts.catalog();
        this.job = job;
    }

    /** False if nobody can tell yet: another process works on a part of the job, or only others have the directory of one. */
    boolean recover() {
        int after = -1;
        while (true) {
            long asked = parts.nanoTime().getAsLong();
            Optional<ChunkLease> lease = catalog.chunks().leaseBegun(job, after, DispatchParts.LEASE);
            if (lease.isEmpty()) {
                return !catalog.chunks().isAnyHeld(job) && !catalog.chunks().isAnyBegunElsewhere(job);
            }
            recover(LeasedChunk.of(lease.get(), asked, parts));
            after = lease.get().chunk();
        }
    }

    private void recover(LeasedChunk leased) {
        ChunkLease lease = leased.lease();
        List<FileRow> open = catalog.chunks().openFiles(lease, null, ALL_DUE, RowPage.ROWS_MAX);
        Map<ExportName, List<FileRow>> byExport = new HashMap<>();
        for (FileRow row : open) {
            byExport.computeIfAbsent(root(row).export(), missing -> new ArrayList<>())
                    .add(row);
        }
        List<OutcomeRecord> outcomes = new ArrayList<>();
        byExport.forEach((export, rows) -> outcomes.addAll(outcomes(leased, export, rows)));
        if (!outcomes.isEmpty()) {
            LOG.info("{} files of chunk {} of {} were placed before it ends", outcomes.size(), lease.chunk(), job);
            Durable.await(catalog.chunks().record(lease, outcomes));
        }
        Durable.await(catalog.chunks().finish(lease));
    }

    private static Endpoint root(FileRow row) {
        return row.item().destination();
    }

    private static StorePath destination(FileRow row) {
        return row.path().below(root(row).path());
    }

    private List<OutcomeRecord> outcomes(LeasedChunk leased, ExportName export, List<FileRow> rows) {
        try {
            ReceivingStore store = parts.exports().receiving(export);
            Map<FileId, StorePath> files = new HashMap<>();
            for (FileRow row : rows) {
                if (row.status().kind() == FileKind.FILE) files.put(row.id(), destination(row));
            }
            PlacedFiles.Look look = look(export, store, leased.right(), files);
            hold(rows, look);
            return rows.stream()
                    .flatMap(row -> outcome(store, row, look).stream())
                    .toList();
        } catch (MoverException e) {
            LOG.warn(
                    "what was placed of chunk {} of {} is not known: {}",
                    leased.lease().chunk(),
                    job,
                    e.sentence());
            return rows.stream().map(row -> unknown(row, e)).toList();
        }
    }

    private PlacedFiles.Look look(
            ExportName export, ReceivingStore store, ChunkRight right, Map<FileId, StorePath> files) {
        if (store instanceof ObjectStore bucket)
            return parts.buckets().ended(export, bucket, job).placed().look(right, files);
        return new PlacedFiles(parts.exports().writable(export), job).look(right, files);
    }

    /** As with every file that is placed: its holding is there before its outcome. */
    private void hold(List<FileRow> rows, PlacedFiles.Look look) {
        List<HoldingsOfJobs.Arrived> arrived = new ArrayList<>();
        for (FileRow row : rows) {
            PlacedFiles.Found found = look.placed().get(row.id());
            if (found != null) arrived.add(new HoldingsOfJobs.Arrived(row, found.evidence(), Optional.empty()));
        }
        if (!arrived.isEmpty()) new HoldingsOfJobs(catalog, parts.exports(), parts.clock()).record(arrived);
    }

    private static Optional<OutcomeRecord> outcome(Store store, FileRow row, PlacedFiles.Look look) {
        PlacedFiles.Found found = look.placed().get(row.id());
        if (found != null) return Optional.of(OutcomeRecord.done(row, found.evidence(), effort(row, found)));
        MoverException unknown = look.unknown().get(row.id());
        if (unknown != null) return Optional.of(unknown(row, unknown));
        return isLinkThere(store, row) ? Optional.of(OutcomeRecord.skippedSame(row, row.effort())) : Optional.empty();
    }

    private static FileEffort effort(FileRow row, PlacedFiles.Found found) {
        FileEffort before = row.effort();
        return new FileEffort(
                before.epoch() + 1,
                before.attempts() + 1,
                before.millis(),
                Math.max(before.bytesMoved(), found.bytesReceived()),
                before.bytesResent());
    }

    /** No journal knows of links: one that is there is what a new run would find. */
    private static boolean isLinkThere(Store store, FileRow row) {
        if (row.status().kind() != FileKind.SYMBOLIC_LINK) return false;
        Optional<FileStatus> there = store.status(destination(row));
        return there.isPresent()
                && there.get().kind() == FileKind.SYMBOLIC_LINK
                && Arrays.equals(there.get().linkTarget(), row.status().linkTarget());
    }

    private static OutcomeRecord unknown(FileRow row, MoverException why) {
        String text = "the job was ended, and whether " + destination(row) + " was placed before cannot be told: "
                + why.sentence();
        return OutcomeRecord.failed(row, new FileTrouble(ErrorCode.OUTCOME_UNKNOWN, text, null), row.effort());
    }
}
