package org.bdm.server.intake;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobItem;
import org.bdm.server.catalog.ListProgress;
import org.bdm.server.catalog.ListedDirectory;
import org.bdm.server.catalog.NumberedItem;
import org.bdm.server.catalog.OpenDirectory;
import org.bdm.server.scheduler.JobSettings;
import org.jspecify.annotations.Nullable;

/**
 * Lists the items of one job one after the other. A batch never holds files of two routes (source site, source export, destination export),
 * so that every chunk of work has one. Belongs to the listing's thread.
 */
final class ListedRoute implements AutoCloseable {
    private static final int DIRECTORIES_AT_ONCE = 5000;

    private final IntakeParts parts;
    private final Job job;
    private final JobSettings settings;
    private final BooleanSupplier mayGoOn;
    private final Batch batch;
    private @Nullable Route route;
    private @Nullable PatientSource source;

    ListedRoute(IntakeParts parts, Job job, JobSettings settings, BooleanSupplier mayGoOn) {
        this.parts = parts;
        this.job = job;
        this.settings = settings;
        this.mayGoOn = mayGoOn;
        this.batch = new Batch(parts.catalog(), job);
    }

    private record Route(SiteName site, ExportName export, ExportName destinationExport) {
        static Route of(JobItem item) {
            Endpoint from = Endpoint.parse(item.source());
            return new Route(from.site(), from.export(), Endpoint.parse(item.destination()).export());
        }
    }

    int nextItem() {
        return batch.nextItem();
    }

    void flush() {
        batch.flush();
    }

    /** Goes on with directories that an earlier run left open. */
    void continueDirectories() {
        List<OpenDirectory> open = parts.catalog().listings().openDirectories(job.id(), DIRECTORIES_AT_ONCE);
        while (!open.isEmpty() && mayGoOn.getAsBoolean()) {
            int itemNumber = open.get(0).item();
            NumberedItem item =
                    parts.catalog().jobs().items(job.id(), itemNumber, 1).get(0);
            List<OpenDirectory> ofItem =
                    open.stream().filter(directory -> directory.item() == itemNumber).toList();
            walk(item, ofItem);
            batch.flush();
            open = parts.catalog().listings().openDirectories(job.id(), DIRECTORIES_AT_ONCE);
        }
    }

    /** Lists one item from its beginning; what cannot be listed becomes a failed file. */
    void listItem(NumberedItem item) {
        try {
            PatientSource from = sourceOf(item);
            StorePath root = Endpoint.parse(item.item().source()).path();
            Optional<DirectoryEntry> entry = from.await(connected -> connected.status(root));
            if (entry.isEmpty() && !mayGoOn.getAsBoolean()) return;
            ItemRule rule = new ItemRule(item, settings, parts.exports());
            if (entry.isPresent() && isTree(item, entry.get())) {
                FileStatus status = entry.get().status();
                if (status == null) throw new IllegalStateException("a tree has a status");
                ListedDirectory top = new ListedDirectory(
                        batch.nextDirectory(), item.number(), StorePath.ROOT, status.mode(), status.version().modified(), ListProgress.NOT_STARTED);
                batch.add(top);
                batch.itemBegun(item);
                walk(item, List.of(new OpenDirectory(top.number(), item.number(), StorePath.ROOT, null)));
            } else {
                batch.add(rule.single(root, entry));
                batch.itemBegun(item);
            }
        } catch (MoverException e) {
            if (e.kind().isRetryable()) throw e;
            batch.add(ItemRule.failedItem(item, e));
            batch.itemBegun(item);
        }
        batch.flushIfFull();
    }

    private static boolean isTree(NumberedItem item, DirectoryEntry entry) {
        FileStatus status = entry.status();
        return item.item().recursive() && status != null && status.kind() == FileKind.DIRECTORY;
    }

    private void walk(NumberedItem item, List<OpenDirectory> open) {
        PatientSource from = sourceOf(item);
        TreeWalk walk = new TreeWalk(item, from, new ItemRule(item, settings, parts.exports()), batch, mayGoOn);
        walk.run(open);
        // Directories beyond what the walk holds in memory are read back from the catalog.
        while (walk.hasOverflowed() && mayGoOn.getAsBoolean()) {
            batch.flush();
            List<OpenDirectory> more = parts.catalog().listings().openDirectories(job.id(), DIRECTORIES_AT_ONCE);
            List<OpenDirectory> ofItem =
                    more.stream().filter(directory -> directory.item() == item.number()).toList();
            if (ofItem.isEmpty()) return;
            walk.run(ofItem);
        }
    }

    private PatientSource sourceOf(NumberedItem item) {
        Route wanted = Route.of(item.item());
        PatientSource open = source;
        if (open != null && wanted.equals(route)) return open;
        flush();
        close();
        PatientSource opened = new PatientSource(parts, job, wanted.site(), wanted.export(), mayGoOn);
        route = wanted;
        source = opened;
        return opened;
    }

    @Override
    public void close() {
        PatientSource open = source;
        source = null;
        if (open != null) open.close();
    }

    static MoverException unwrapped(CompletionException wrapped) {
        if (wrapped.getCause() instanceof MoverException cause) return cause;
        throw wrapped;
    }
}
