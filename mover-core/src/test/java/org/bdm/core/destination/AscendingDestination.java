package org.bdm.core.destination;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.EmptyDirectories;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.Room;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DurabilityListener;

/**
 * A place like a store of objects, in memory: a file grows from its first byte to its last, is there whole or not at all, and is neither linked
 * nor renamed. Journals are kept apart from the files, as there is nothing to append to. Shows that the engine needs no file system.
 */
public final class AscendingDestination implements Destination {
    private final JobId job;
    private final MemoryStore objects = new MemoryStore();
    private final MemoryStore notes = new MemoryStore();
    private final Map<String, Upload> uploads = new ConcurrentHashMap<>();
    private final AtomicLong lastUpload = new AtomicLong();
    private final AtomicInteger life = new AtomicInteger();

    /** An empty place. */
    public AscendingDestination(JobId job) {
        this.job = job;
    }

    /** Process and power of this machine and of the far end go: what was not proven is gone. */
    public void die() {
        life.incrementAndGet();
        uploads.values().forEach(Upload::cut);
        notes.restart();
    }

    /** Files that were begun, and neither finished nor discarded. */
    public List<String> unfinished() {
        return uploads.keySet().stream().sorted().toList();
    }

    int life() {
        return life.get();
    }

    Map<String, Upload> uploads() {
        return uploads;
    }

    /** Begins an upload under a name of ours. */
    Upload begun(String name) {
        Upload upload = new Upload(name, lastUpload.incrementAndGet(), life.get());
        uploads.put(name, upload);
        return upload;
    }

    @Override
    public BlockOrder blockOrder() {
        return BlockOrder.ASCENDING;
    }

    @Override
    public Store there() {
        return objects;
    }

    MemoryStore objects() {
        return objects;
    }

    @Override
    public Room roomAt(StorePath directory) {
        return objects.roomAt(directory);
    }

    @Override
    public TransferJournal journal(ChunkRight right) {
        return TransferJournal.open(notes.workArea(job), job, right);
    }

    @Override
    public void startAgain(ChunkRight right, Collection<FileId> files) {
        notes.workArea(job).delete(TransferJournal.nameOf(right));
        for (FileId file : files) uploads.keySet().removeIf(name -> name.startsWith(file.number() + "-"));
    }

    @Override
    public BlockWriter writer(DurabilityListener listener) {
        return new AscendingWriter(this, listener);
    }

    @Override
    public FileFinisher finisher(FinishListener listener) {
        return new AscendingFinisher(this, listener);
    }

    @Override
    public void discard(TransferJournal journal, FileId file, Epoch epoch) {
        uploads.remove(journal.temporaryName(file, epoch));
    }

    @Override
    public void discard(IncomingFile file) {
        uploads.remove(file.name());
    }

    @Override
    public String keepAside(IncomingFile file, Instant modified, int mode) {
        throw new MoverException(ErrorCode.UNSUPPORTED, "nothing can be kept aside here");
    }

    @Override
    public boolean clearDirectory(StorePath directory) {
        return EmptyDirectories.removed(objects, directory);
    }

    @Override
    public void prove(List<StorePath> entries) {
        for (StorePath entry : entries) {
            if (objects.status(entry).isEmpty())
                throw new MoverException(ErrorCode.SOURCE_NOT_FOUND, entry + " is not there");
        }
    }

    @Override
    public void discardAll() {
        uploads.clear();
        notes.workArea(job).remove();
    }
}
