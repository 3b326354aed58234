package org.bdm.server.dispatch;

import java.util.List;
import java.util.function.BiConsumer;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Job;
import org.bdm.server.catalog.JobItem;
import org.bdm.server.catalog.ListedDirectory;
import org.bdm.server.scheduler.JobSettings;
import org.jspecify.annotations.Nullable;

/**
 * The directories of the trees of a job: makes the empty ones, then gives all of them their times, and waits until that is durable. Done when
 * nothing below them changes any more. The root of an export is left as it is: it is the operator's.
 */
final class TreeDirectories {
    private static final int ROWS_AT_ONCE = 1000;
    private static final int MODE_KEPT = -1;

    private final DispatchParts parts;
    private final Job job;
    private final JobSettings settings;

    TreeDirectories(DispatchParts parts, Job job) {
        this.parts = parts;
        this.job = job;
        this.settings = parts.settings().read(job.request().optionsJson());
    }

    void make() {
        boolean picksFiles = !settings.include().isEmpty();
        int mode = settings.transferOptions(0).directoryMode();
        if (!picksFiles) {
            each((store, directory) -> {
                List<StorePath> changed = store.makeDirectories(directory.path(), mode);
                changed.forEach(store::forceDirectory);
            });
        }
        each((store, directory) -> {
            if (directory.path().isRoot() || store.status(directory.path()).isEmpty()) return;
            store.setDirectoryAttributes(
                    directory.path(), directory.listed().modified(), settings.preserveMode() ? directory.listed().mode() : MODE_KEPT);
            store.forceDirectory(directory.path());
        });
    }

    private record Destination(StorePath path, ListedDirectory listed) {}

    private void each(BiConsumer<WritableStore, Destination> action) {
        @Nullable Integer after = null;
        @Nullable JobItem item = null;
        int itemNumber = -1;
        while (true) {
            List<ListedDirectory> page = parts.catalog().listings().directories(job.id(), after, ROWS_AT_ONCE);
            for (ListedDirectory directory : page) {
                if (item == null || directory.item() != itemNumber) {
                    itemNumber = directory.item();
                    item = parts.catalog().jobs().items(job.id(), itemNumber, 1).get(0).item();
                }
                Endpoint to = Endpoint.parse(item.destination());
                action.accept(
                        parts.exports().writable(to.export()), new Destination(directory.path().below(to.path()), directory));
                after = directory.number();
            }
            if (page.size() < ROWS_AT_ONCE) return;
        }
    }
}
