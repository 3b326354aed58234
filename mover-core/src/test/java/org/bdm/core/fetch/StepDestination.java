package org.bdm.core.fetch;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.bdm.core.destination.BlockOrder;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.StoreDestination;
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
import org.bdm.core.writer.MarkPolicy;
import org.bdm.core.writer.WriterSettings;

/** An export whose writer and finisher are made for a test. */
record StepDestination(
        StoreDestination export,
        Function<DurabilityListener, BlockWriter> writers,
        Function<FinishListener, FileFinisher> finishers)
        implements Destination {
    StepDestination(
            WritableStore store,
            JobId job,
            Function<DurabilityListener, BlockWriter> writers,
            Function<FinishListener, FileFinisher> finishers) {
        this(
                new StoreDestination(
                        store,
                        job,
                        new WriterSettings(1, 1, 1, MarkPolicy.DEFAULT),
                        new FinishOptions(false, PlaceMode.NEW, 0755),
                        null), // its own writer is never made
                writers,
                finishers);
    }

    @Override
    public BlockOrder blockOrder() {
        return export.blockOrder();
    }

    @Override
    public Store there() {
        return export.there();
    }

    @Override
    public Room roomAt(StorePath directory) {
        return export.roomAt(directory);
    }

    @Override
    public TransferJournal journal(ChunkRight right) {
        return export.journal(right);
    }

    @Override
    public void startAgain(ChunkRight right, Collection<FileId> files) {
        export.startAgain(right, files);
    }

    @Override
    public BlockWriter writer(DurabilityListener listener) {
        return writers.apply(listener);
    }

    @Override
    public FileFinisher finisher(FinishListener listener) {
        return finishers.apply(listener);
    }

    @Override
    public void discard(TransferJournal journal, FileId file, Epoch epoch) {
        export.discard(journal, file, epoch);
    }

    @Override
    public void discard(IncomingFile file) {
        export.discard(file);
    }

    @Override
    public String keepAside(IncomingFile file, Instant modified, int mode) {
        return export.keepAside(file, modified, mode);
    }

    @Override
    public boolean clearDirectory(StorePath directory) {
        return export.clearDirectory(directory);
    }

    @Override
    public void prove(List<StorePath> entries) {
        export.prove(entries);
    }

    @Override
    public void discardAll() {
        export.discardAll();
    }
}
