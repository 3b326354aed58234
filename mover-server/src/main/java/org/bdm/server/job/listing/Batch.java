package org.bdm.server.job.listing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedBatch;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.file.ListingPosition;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.settings.ChunkOrder;

/** The files that a listing found since it last wrote: written in one transaction, then a new one begins. Belongs to the listing's thread. */
final class Batch {
    private static final int FILES_WANTED = 1000;
    private static final int DIRECTORIES_WANTED = 2000;

    private final Catalog catalog;
    private final Job job;
    private final SameFiles same;
    private final ChunkOrder order;
    private final Runnable onActive;
    private final List<ListedDirectory> directories = new ArrayList<>();
    private final Map<Integer, ListProgress> advances = new HashMap<>();
    private final List<FoundFile> files = new ArrayList<>();
    private ListingPosition from;
    private int nextItem;
    private long bytesListed;
    private boolean isActive;
    private boolean hasOtherNames;

    Batch(Catalog catalog, Job job, ChunkOrder order, SameFiles same, Runnable onActive) {
        this.catalog = catalog;
        this.job = job;
        this.order = order;
        this.same = same;
        this.onActive = onActive;
        this.from = catalog.listings().position(job.id());
        this.nextItem = from.nextItem();
        this.bytesListed = catalog.jobs().counts(job.id()).total().bytes();
        this.isActive = job.state() == JobState.ACTIVE;
    }

    int nextItem() {
        return nextItem;
    }

    int nextDirectory() {
        return from.nextDirectory() + directories.size();
    }

    void add(ListedDirectory directory) {
        directories.add(directory);
    }

    void add(FoundFile file) {
        if (files.size() == ListedBatch.FILES_MAX) flush();
        EntryIdentity identity = file.status().identity();
        hasOtherNames |= identity != null && identity.links() > 1;
        long size = file.status().version().size();
        if (size > Long.MAX_VALUE - bytesListed) {
            files.add(ItemRule.tooMany(file));
        } else {
            bytesListed += size;
            files.add(file);
        }
    }

    /** True if a file was added that has other names at the source, and they matter. */
    boolean hasOtherNames() {
        return hasOtherNames;
    }

    void itemBegun(NumberedItem item) {
        nextItem = item.number() + 1;
    }

    /** A directory was listed further. One that this batch made itself is replaced, since it is not in the catalog yet. */
    void advance(int directory, ListProgress progress) {
        int own = directory - from.nextDirectory();
        if (own >= 0) {
            directories.set(own, directories.get(own).at(progress));
        } else {
            advances.put(directory, progress);
        }
    }

    void flushIfFull() {
        if (files.size() >= FILES_WANTED || directories.size() >= DIRECTORIES_WANTED) flush();
    }

    /** Writes what is there and waits until it is durable. The first file that can be moved makes the job ACTIVE. */
    void flush() {
        if (directories.isEmpty() && advances.isEmpty() && files.isEmpty() && nextItem == from.nextItem()) return;
        // Before the outcomes: a file that is there is durable, and held.
        if (!same.force()) files.replaceAll(FoundFile::looked);
        boolean hasWork = files.stream().anyMatch(file -> file.state() == FileState.PENDING);
        from = Durable.await(catalog.listings()
                .append(new ListedBatch(job.id(), from, nextItem, directories, advances, files, order)));
        directories.clear();
        advances.clear();
        files.clear();
        if (hasWork && !isActive) {
            Durable.await(catalog.jobs().change(job.id(), JobState.ACTIVE, null));
            isActive = true;
            onActive.run();
        }
    }
}
