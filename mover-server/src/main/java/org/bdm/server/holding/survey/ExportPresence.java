package org.bdm.server.holding.survey;

import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.site.access.LocalExports;

/** Tells whether the file system of an export is there: without it every file would seem to be missing. Any thread that may block. */
final class ExportPresence {
    private ExportPresence() {}

    /** True if a writable export has its name, or a read-only one has any entry; false also if that cannot be read. */
    static boolean isThere(LocalExports.Export export) {
        try {
            if (export.isWritable() && export.store() instanceof LocalStore store)
                return store.exportId().isPresent();
            return !export.store().list(StorePath.ROOT, null, 1).entries().isEmpty();
        } catch (MoverException e) {
            return false;
        }
    }
}
