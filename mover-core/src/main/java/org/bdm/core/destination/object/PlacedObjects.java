package org.bdm.core.destination.object;

import java.util.HashMap;
import java.util.Map;
import org.bdm.core.destination.object.ObjectPlacing.Wanted;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.PlacedFiles;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.FileHistory;
import org.bdm.core.journal.JournalRecord;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.s3.S3Refusal;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;

/**
 * Finds out which files of a job an earlier run has made objects of, as {@link PlacedFiles} does in an export. Makes none; blocks.
 *
 * <p>The record of an object is written before it is made, so it proves no success, and a tag alone proves no bytes: each object is read. Those of
 * files that were under way when the job ended are few.
 */
public final class PlacedObjects {
    private final ObjectPlace place;
    private final JobId job;
    private final WritableStore journals;
    private final ObjectPlacing placing;

    PlacedObjects(ObjectPlace place, JobId job, WritableStore journals, ObjectPlacing placing) {
        this.place = place;
        this.job = job;
        this.journals = journals;
        this.placing = placing;
    }

    /**
     * Looks at files of one chunk.
     *
     * @param destinations of the files that are asked for
     * @throws MoverException if nothing can be said of any of them
     */
    public PlacedFiles.Look look(ChunkRight right, Map<FileId, StorePath> destinations) {
        Map<FileId, PlacedFiles.Found> placed = new HashMap<>();
        Map<FileId, MoverException> unknown = new HashMap<>();
        if (!journals.workAreas().contains(job)) return new PlacedFiles.Look(placed, unknown);
        var recorded = TransferJournal.recorded(journals.workArea(job), job, right);
        for (FileHistory history : recorded.values()) {
            StorePath destination = destinations.get(history.file());
            if (destination == null || history.placing().isEmpty()) continue;
            try {
                if (isFound(history.placing().get(), destination)) {
                    var evidence = history.placing().get().evidence();
                    placed.put(history.file(), new PlacedFiles.Found(evidence, history.bytesReceived()));
                }
            } catch (MoverException | S3Refusal e) {
                unknown.put(history.file(), StoreRequests.asMoverException(e));
            }
        }
        return new PlacedFiles.Look(placed, unknown);
    }

    private boolean isFound(JournalRecord.Placing record, StorePath destination) {
        return placing.isFound(new Wanted(
                place.keys().apply(destination),
                record.size(),
                tag -> ETags.isNumbered(record.inode(), tag),
                record.evidence().digest()));
    }
}
