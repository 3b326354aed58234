package org.bdm.server.mirror;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.file.FileQuery;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.job.NumberedItem;
import org.jspecify.annotations.Nullable;

/** Reads the destinations of all that a job listed, below one export, a page at a time. Belongs to one thread. */
final class ListedPaths {
    private final Catalog catalog;
    private final ExportName export;
    private final BooleanSupplier mayGoOn;

    ListedPaths(Catalog catalog, ExportName export, BooleanSupplier mayGoOn) {
        this.catalog = catalog;
        this.export = export;
        this.mayGoOn = mayGoOn;
    }

    /** Files and symbolic links, in whatever state. UNKNOWN_JOB, FILES_REMOVED, STOPPING. */
    void files(JobId job, Consumer<StorePath> receiver) {
        @Nullable String cursor = null;
        do {
            goOn();
            RowPage<FileRow> page = catalog.files().page(new FileQuery(job, null, null, cursor, RowPage.ROWS_MAX));
            for (FileRow row : page.rows()) take(row.item(), row.path(), receiver);
            cursor = page.nextCursor();
        } while (cursor != null);
    }

    /** Directories of a job whose only item is a tree. */
    void directories(JobId job, StorePath root, Consumer<StorePath> receiver) {
        List<ListedDirectory> page = catalog.listings().directories(job, null, RowPage.ROWS_MAX);
        while (!page.isEmpty()) {
            goOn();
            for (ListedDirectory directory : page) below(root, directory.path(), receiver);
            page = catalog.listings().directories(job, page.get(page.size() - 1).number(), RowPage.ROWS_MAX);
        }
    }

    private void goOn() {
        if (!mayGoOn.getAsBoolean()) throw new MoverException(ErrorCode.STOPPING, "the server is stopping");
    }

    private void take(NumberedItem of, StorePath path, Consumer<StorePath> receiver) {
        Endpoint to = of.destination();
        if (to.export().equals(export)) below(to.path(), path, receiver);
    }

    private static void below(StorePath root, StorePath path, Consumer<StorePath> receiver) {
        StorePath whole;
        try {
            whole = path.below(root);
        } catch (MoverException e) {
            if (e.code() != ErrorCode.NAME_TOO_LONG) throw e;
            return; // the destination cannot have it
        }
        receiver.accept(whole);
    }
}
