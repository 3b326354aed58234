package org.bdm.core.finish;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;

/**
 * Finds out which files of a job an earlier run has placed, from its journals, and makes their names durable. Places nothing: for a job that
 * ends here. No session of the job may run meanwhile. May block; one thread.
 */
public final class PlacedFiles {
    private final WritableStore store;
    private final JobId job;
    private final Map<StorePath, MoverException> failedForces = new HashMap<>();
    private final Set<StorePath> forced = new HashSet<>();

    /** With the export that the files go to. */
    public PlacedFiles(WritableStore store, JobId job) {
        this.store = store;
        this.job = job;
    }

    /**
     * A file under its final name.
     *
     * @param bytesReceived payload bytes of it that arrived in all runs
     */
    public record Found(Evidence evidence, long bytesReceived) {}

    /**
     * Result of looking for placed files.
     *
     * @param placed durably under their final names
     * @param unknown of which nobody can say whether they are, with the reason
     */
    public record Look(Map<FileId, Found> placed, Map<FileId, MoverException> unknown) {
        /** Copies the maps. */
        public Look {
            placed = Map.copyOf(placed);
            unknown = Map.copyOf(unknown);
        }
    }

    /**
     * Looks at files of one chunk. From here on nobody with an earlier lease of it can place any.
     *
     * @param destinations of the files that are asked for
     * @throws MoverException if nothing can be said of any of them: JOURNAL_DAMAGED, or that of the store
     */
    public Look look(ChunkRight right, Map<FileId, StorePath> destinations) {
        boolean hasArea = store.workAreas().contains(job);
        WorkArea area = hasArea ? store.workArea(job) : null;
        if (area == null) return new Look(Map.of(), Map.of());
        Map<FileId, Found> placed = new HashMap<>();
        Map<FileId, MoverException> unknown = new HashMap<>();
        for (FileHistory history : TransferJournal.recorded(area, job, right).values()) {
            StorePath destination = destinations.get(history.file());
            if (destination == null || history.placing().isEmpty()) continue;
            look(new PlacedProof(store, area), history, destination, placed, unknown);
        }
        return new Look(placed, unknown);
    }

    private void look(
            PlacedProof proof,
            FileHistory history,
            StorePath destination,
            Map<FileId, Found> placed,
            Map<FileId, MoverException> unknown) {
        JournalRecord.Placing placing = history.placing().orElseThrow();
        try {
            if (!proof.isPlaced(placing, destination)) return;
            for (StorePath at = destination; !at.isRoot(); at = at.parent()) force(at.parent());
            placed.put(history.file(), new Found(placing.evidence(), history.bytesReceived()));
        } catch (MoverException e) {
            unknown.put(history.file(), e);
        }
    }

    /** Each once: a force that failed is never repeated. */
    private void force(StorePath directory) {
        MoverException before = failedForces.get(directory);
        if (before != null) throw before;
        if (!forced.add(directory)) return;
        try {
            store.forceDirectory(directory);
        } catch (MoverException e) {
            MoverException failed = new MoverException(
                    ErrorCode.OUTCOME_UNKNOWN, directory + " could not be synced to disk: " + e.detail(), e);
            failedForces.put(directory, failed);
            throw failed;
        }
    }
}
