package org.bdm.server.job.plan;

import java.util.Optional;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AtDestination;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.jspecify.annotations.Nullable;

/** Looks at files at destinations, those of one directory as one batch. Belongs to one thread. */
final class DestinationLook implements AutoCloseable {
    private @Nullable BatchLook batch;
    private @Nullable ReceivingStore store; // of the batch, as the directory
    private @Nullable StorePath directory;
    private @Nullable MoverException ending;

    /**
     * Returns the status of a file.
     *
     * @throws MoverException which {@link #ends} the plan if a store of objects does not answer: it would be waited for with each file
     */
    Optional<FileStatus> status(ReceivingStore at, StorePath file) {
        try {
            return batch(at, file.isRoot() ? file : file.parent()).status(file);
        } catch (MoverException e) {
            boolean isOfPlace = e.kind() == ErrorKind.TRANSIENT || e.kind() == ErrorKind.NEEDS_PERSON;
            MoverException error = AtDestination.error(e);
            if (isOfPlace && !(at instanceof WritableStore)) ending = error;
            throw error;
        }
    }

    /** True for an error that is one of the place and not of a file. */
    boolean ends(MoverException error) {
        return error == ending;
    }

    private BatchLook batch(ReceivingStore at, StorePath in) {
        BatchLook open = batch;
        if (open != null && at == store && in.equals(directory)) return open;
        close();
        BatchLook made = at.look();
        batch = made;
        store = at;
        directory = in;
        return made;
    }

    @Override
    public void close() {
        BatchLook open = batch;
        batch = null;
        if (open != null) open.close();
    }
}
