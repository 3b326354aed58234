package org.bdm.server.job.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorKind;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.ReceivingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.TransferOptions;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.jspecify.annotations.Nullable;

/**
 * The directories of the trees of a job: makes the empty ones, then gives all of them their times, and waits until that is durable. Done when
 * nothing below them changes any more; may be repeated. The root of an export is left as it is: it is the operator's.
 */
final class TreeDirectories {
    private static final int ROWS_AT_ONCE = 1000;
    private static final int MODE_KEPT = -1;
    private static final int FAILURES_MAX = 1000;

    private final DispatchParts parts;
    private final Job job;
    private final JobSettings settings;
    private final BooleanSupplier mayGoOn;
    private final List<MoverException> failures = new ArrayList<>(); // at most FAILURES_MAX

    TreeDirectories(DispatchParts parts, Job job, BooleanSupplier mayGoOn) {
        this.parts = parts;
        this.job = job;
        this.settings = job.request().settings();
        this.mayGoOn = mayGoOn;
    }

    private record Destination(StorePath path, ListedDirectory listed) {}

    /**
     * Makes them; looks now and then whether it may go on.
     *
     * @return what could not be done to single directories
     * @throws MoverException when a person must act before any of it can be done
     */
    List<MoverException> make() {
        boolean picksFiles = !settings.include().isEmpty();
        TransferOptions options = settings.transferOptions(0);
        int mode = options.directoryMode();
        if (!picksFiles) {
            each((store, directory) ->
                    store.makeDirectories(directory.path(), mode).forEach(store::forceDirectory));
        }
        each((store, directory) -> {
            if (directory.path().isRoot() || store.status(directory.path()).isEmpty()) return;
            store.setDirectoryAttributes(
                    directory.path(),
                    directory.listed().modified(),
                    settings.preserveMode()
                            ? options.modeOfDirectory(directory.listed().mode())
                            : MODE_KEPT);
            store.forceDirectory(directory.path());
        });
        return List.copyOf(failures);
    }

    private void each(BiConsumer<WritableStore, Destination> action) {
        @Nullable Integer after = null;
        @Nullable SubmittedItem item = null;
        int itemNumber = -1;
        while (true) {
            List<ListedDirectory> page = parts.catalog().listings().directories(job.id(), after, ROWS_AT_ONCE);
            for (ListedDirectory directory : page) {
                if (!mayGoOn.getAsBoolean()) return;
                if (item == null || directory.item() != itemNumber) {
                    itemNumber = directory.item();
                    item = parts.catalog()
                            .jobs()
                            .items(job.id(), itemNumber, 1)
                            .get(0)
                            .item();
                }
                one(action, Endpoint.parse(item.destination()), directory);
                after = directory.number();
            }
            if (page.size() < ROWS_AT_ONCE) return;
        }
    }

    private void one(BiConsumer<WritableStore, Destination> action, Endpoint to, ListedDirectory directory) {
        try {
            ReceivingStore store = parts.exports().receiving(to.export());
            if (!(store instanceof WritableStore directories)) return; // a bucket has none, and the job says so
            action.accept(directories, new Destination(directory.path().below(to.path()), directory));
        } catch (MoverException e) {
            if (e.kind() == ErrorKind.NEEDS_PERSON) throw e;
            if (failures.size() < FAILURES_MAX) failures.add(e);
        }
    }
}
