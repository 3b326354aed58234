package org.bdm.server.job.bucket;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.bdm.core.destination.object.ObjectRemoval;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the objects of plans of removal in one bucket, several at once. An object that is not there counts as removed: a process may have died
 * after the store deleted it and before that was written. Belongs to one thread, which may block.
 */
public final class PlannedRemovals {
    private static final int AT_ONCE = 8;

    private final ObjectStore store;
    private final ObjectRemoval removal;
    private volatile @Nullable MoverException over; // the store does not answer, and is not waited for with each object

    /** Of one bucket; asks its store for its manners if they are not known. */
    public PlannedRemovals(AskedStores stores, ObjectStore store) {
        this.store = store;
        this.removal = stores.removal(store);
    }

    /**
     * Says what a plan does in its buckets, for the person who reads it; empty without any. Looks at one object of each.
     *
     * @param firstOf a file of the plan in each of its exports
     */
    public static String note(AskedStores stores, LocalExports exports, Map<ExportName, StorePath> firstOf) {
        List<String> notes = new ArrayList<>();
        firstOf.forEach((export, first) -> {
            if (!exports.isHere(export) || !(exports.find(export).store() instanceof ObjectStore store)) return;
            try {
                boolean keepsVersions = stores.removal(store).keepsVersions(store.key(first));
                notes.add(BucketLimits.removal(export, stores.manners(store), keepsVersions));
            } catch (MoverException e) {
                notes.add(
                        "export '" + export + "' is a bucket, and could not be asked how it deletes: " + e.sentence());
            }
        });
        return String.join("; ", notes);
    }

    /**
     * Deletes each that is as it was when the plan was made.
     *
     * @return the files in their order, REMOVED, or KEPT with the reason
     * @throws MoverException if the store does not answer, or the service stops: then some may be deleted, and the same call again ends it
     */
    public List<PurgeFile> removed(List<PurgeFile> files) {
        over = null;
        ExecutorService threads = DiskThreads.named("object-remove", Math.max(1, Math.min(AT_ONCE, files.size())));
        List<Future<PurgeFile>> endings = new ArrayList<>();
        try {
            for (PurgeFile file : files) endings.add(threads.submit(() -> removed(file)));
        } finally {
            DiskThreads.close(threads); // whatever becomes of one, the others have ended
        }
        List<PurgeFile> ended = new ArrayList<>();
        for (Future<PurgeFile> ending : endings) ended.add(of(ending));
        return ended;
    }

    private static PurgeFile of(Future<PurgeFile> ending) {
        try {
            return ending.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof MoverException known) throw known;
            throw new IllegalStateException("an object could not be removed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "the server is stopping", e);
        }
    }

    private PurgeFile removed(PurgeFile file) {
        if (file.inode() == 0) {
            return file.ended(
                    PurgeOutcome.KEPT,
                    "the ETag of its verified bytes is not known: run 'bdm-client verify' on it and make a new plan");
        }
        MoverException before = over;
        if (before != null) throw before;
        try {
            FileVersion planned = new FileVersion(file.size(), file.modified(), file.modified(), file.inode());
            String text = switch (removal.remove(store.key(file.path()), planned)) {
                case REMOVED -> "";
                case HIDDEN -> "a delete marker hides it; its bytes stay as an old version";
                case ABSENT -> "was not in the bucket any more";
            };
            return file.ended(PurgeOutcome.REMOVED, text);
        } catch (MoverException e) {
            if (ObjectRemoval.isOfStore(e)) {
                over = e;
                throw e;
            }
            if (e.code() != ErrorCode.SOURCE_CHANGED) return file.ended(PurgeOutcome.KEPT, e.sentence());
            return file.ended(
                    PurgeOutcome.KEPT, "is another object than when the plan was made: ETag, size or time differ");
        }
    }
}
