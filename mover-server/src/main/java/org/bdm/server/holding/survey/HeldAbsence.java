package org.bdm.server.holding.survey;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.site.access.LocalExports;

/** Tells of files that are not at their place whether they are gone, or their file system may not be mounted. Any thread that may block. */
final class HeldAbsence {
    private HeldAbsence() {}

    /**
     * True if the directory around the file is there: then the file is gone.
     *
     * @throws MoverException EXPORT_MISSING if the whole export is not there: then nothing can be said of its files
     */
    static boolean isCertain(LocalExports.Export export, StorePath path) {
        requireThere(export);
        Store following = new FollowingStore(export.store(), anywhere -> true);
        try {
            return path.parent().isRoot()
                    || following
                            .status(path.parent())
                            .filter(status -> status.kind() == FileKind.DIRECTORY)
                            .isPresent();
        } catch (MoverException e) {
            return false; // a link that leads to another file system, or an error of that one
        }
    }

    /** EXPORT_MISSING if the file system of an export is not there. */
    static void requireThere(LocalExports.Export export) {
        if (ExportPresence.isThere(export)) return;
        throw new MoverException(
                ErrorCode.EXPORT_MISSING,
                "the directory of export '" + export.name()
                        + "' is empty or has lost its .bdm/export-id: mount its file system,"
                        + " then look again; nothing was recorded of its files");
    }
}
