package org.bdm.core.destination;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.bdm.core.finish.FileFinisher;
import org.bdm.core.finish.FinishListener;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.finish.OrderedFileFinisher;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.journal.TransferJournal;
import org.bdm.core.store.EmptyDirectories;
import org.bdm.core.store.IncomingFile;
import org.bdm.core.store.Room;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.ChunkRight;
import org.bdm.core.writer.BlockWriter;
import org.bdm.core.writer.DiskBlockWriter;
import org.bdm.core.writer.DurabilityListener;
import org.bdm.core.writer.WriterSettings;

/**
 * An export of this machine: files are written in the work area of the job, and get their final names by renaming. What proves that a file is
 * ours is said in docs/architecture.md.
 */
public final class StoreDestination implements Destination {
    private final WritableStore store;
    private final JobId job;
    private final WriterSettings writers;
    private final FinishOptions finishing;
    private final ScheduledExecutorService timer;

    /**
     * With its parts.
     *
     * @param store the export; lent
     * @param job names the work area, which belongs to the session while it runs
     * @param timer only posts; lent
     */
    public StoreDestination(
            WritableStore store,
            JobId job,
            WriterSettings writers,
            FinishOptions finishing,
            ScheduledExecutorService timer) {
        this.store = store;
        this.job = job;
        this.writers = writers;
        this.finishing = finishing;
        this.timer = timer;
    }

    private WorkArea area() {
        return store.workArea(job);
    }

    @Override
    public BlockOrder blockOrder() {
        return BlockOrder.ANY;
    }

    @Override
    public Store there() {
        return store;
    }

    @Override
    public Room roomAt(StorePath directory) {
        return store.roomAt(directory);
    }

    @Override
    public TransferJournal journal(ChunkRight right) {
        return TransferJournal.open(area(), job, right);
    }

    @Override
    public void startAgain(ChunkRight right, Collection<FileId> files) {
        WorkArea area = area();
        area.delete(TransferJournal.nameOf(right));
        Set<String> numbers = new HashSet<>();
        for (FileId file : files) numbers.add(Long.toString(file.number()));
        for (String name : area.names()) {
            int end = name.indexOf('-'); // as TemporaryName makes them
            boolean isTemporary = name.endsWith(".part") || name.endsWith(".left");
            if (end > 0 && isTemporary && numbers.contains(name.substring(0, end))) area.delete(name);
        }
    }

    @Override
    public BlockWriter writer(DurabilityListener listener) {
        return new DiskBlockWriter(area(), writers, listener, timer);
    }

    @Override
    public FileFinisher finisher(FinishListener listener) {
        return new OrderedFileFinisher(store, area(), finishing, listener);
    }

    @Override
    public void discard(TransferJournal journal, FileId file, Epoch epoch) {
        WorkArea area = area();
        area.delete(journal.temporaryName(file, epoch));
        area.delete(journal.leftName(file, epoch));
    }

    @Override
    public void discard(IncomingFile file) {
        file.close();
        area().delete(file.name());
    }

    @Override
    public String keepAside(IncomingFile file, Instant modified, int mode) {
        try (WritableFile temporary = WritableFile.of(file)) {
            temporary.setAttributes(modified, mode);
            temporary.force();
            area().quarantine(temporary.name());
            return temporary.name();
        }
    }

    @Override
    public boolean clearDirectory(StorePath directory) {
        return EmptyDirectories.removed(store, directory);
    }

    @Override
    public void prove(List<StorePath> entries) {
        store.force(entries);
    }

    @Override
    public void discardAll() {
        area().remove();
    }
}
