package org.bdm.core.destination.object;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bdm.core.destination.BlockOrder;
import org.bdm.core.destination.Destination;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.Room;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;

/**
 * A bucket: small files are put whole, larger ones are uploads of parts. Why files are sent in ascending order, and what is kept of one that was
 * interrupted, is in decision 48.
 */
public final class ObjectDestination implements Destination {
    private final ObjectParts parts;
    private final JobId job;
    private final Around around;
    private final FinishOptions finishing;

    /**
     * Parts that a destination of objects needs beside the bucket; all of them are lent.
     *
     * @param journals a directory of this machine in which the journals of chunks lie
     * @param notes the memory of uploads
     * @param memory of the whole process
     * @param manners of the store, as it has shown them
     */
    public record Around(
            WritableStore journals,
            UploadNotes notes,
            PartMemory memory,
            StoreManners manners,
            ObjectSettings settings,
            StoreWait waiting) {}

    /** With its parts. */
    public ObjectDestination(ObjectPlace place, JobId job, FinishOptions finishing, Around around) {
        Uploads uploads = new Uploads(place, job, around.notes(), around.manners(), around.waiting());
        this.parts = new ObjectParts(place, uploads, around.memory(), around.manners(), around.settings());
        this.job = job;
        this.around = around;
        this.finishing = finishing;
    }

    @Override
    public BlockOrder blockOrder() {
        return BlockOrder.ASCENDING;
    }

    @Override
    public Store there() {
        return parts.place().there();
    }

    @Override
    public Room roomAt(StorePath directory) {
        return Room.unknown(parts.place().name().hashCode());
    }

    @Override
    public TransferJournal journal(ChunkRight right) {
        return TransferJournal.open(around.journals().workArea(job), job, right);
    }

    @Override
    public void startAgain(ChunkRight right, Collection<FileId> files) {
        around.journals().workArea(job).delete(TransferJournal.nameOf(right));
        Set<FileId> meant = new HashSet<>(files);
        parts.uploads().letGo(note -> meant.contains(note.file()));
    }

    @Override
    public BlockWriter writer(DurabilityListener listener) {
        return new ObjectWriter(parts, listener);
    }

    @Override
    public FileFinisher finisher(FinishListener listener) {
        return new ObjectFinisher(parts, placing(), finishing.readBack(), listener);
    }

    private ObjectPlacing placing() {
        boolean replaces = finishing.placeMode() == PlaceMode.REPLACE;
        return new ObjectPlacing(parts.place(), around.manners(), replaces, around.waiting());
    }

    /** Returns what tells which files an earlier run has placed, for a job that ends. */
    public PlacedObjects placed() {
        return new PlacedObjects(parts.place(), job, around.journals(), placing());
    }

    @Override
    public void discard(TransferJournal journal, FileId file, Epoch epoch) {
        parts.uploads().letGo(note -> note.file().equals(file));
    }

    @Override
    public void discard(IncomingFile file) {
        file.close();
        UploadNote upload = IncomingObject.of(file).upload();
        if (upload != null) parts.uploads().letGo(upload);
    }

    @Override
    public String keepAside(IncomingFile file, Instant modified, int mode) {
        throw new MoverException(ErrorCode.UNSUPPORTED, "a bucket has no quarantine: nothing is kept aside");
    }

    @Override
    public boolean clearDirectory(StorePath directory) {
        return there().status(directory).isEmpty();
    }

    @Override
    public void prove(List<StorePath> entries) {
        for (StorePath entry : entries) {
            if (there().status(entry).isEmpty())
                throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, entry + " is not in the bucket");
        }
    }

    @Override
    public void discardAll() {
        parts.uploads().letGo(note -> true);
        boolean hasJournals = around.journals().workAreas().contains(job); // an area that is asked for is made
        if (hasJournals) around.journals().workArea(job).remove();
    }
}
