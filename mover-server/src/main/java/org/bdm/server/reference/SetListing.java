package org.bdm.server.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.look.EntryWalk;
import org.bdm.server.look.StoreTree;

/** Finds the files of a set: a file itself, or the NetCDF files of a directory, not of those below it. */
final class SetListing {
    private static final List<String> ENDINGS = List.of(".nc", ".nc4", ".cdf", ".h5", ".hdf5");

    private final Store store;

    SetListing(Store store) {
        this.store = store;
    }

    List<StoredFile> files(StorePath path) {
        FileStatus status = store.status(path)
                .orElseThrow(() -> new MoverException(ErrorCode.SOURCE_NOT_FOUND, "'" + path + "' does not exist"));
        if (status.kind() == FileKind.FILE) return List.of(new StoredFile(path, status.version()));
        if (status.kind() != FileKind.DIRECTORY) {
            throw new MoverException(ErrorCode.SPECIAL_FILE, "'" + path + "' is neither a file nor a directory");
        }
        List<StoredFile> files = new ArrayList<>();
        EntryWalk walk = new EntryWalk(new StoreTree(store), path);
        while (walk.hasNext()) {
            DirectoryEntry entry = walk.next();
            String name = entry.name().shown().toLowerCase(Locale.ROOT);
            if (ENDINGS.stream().noneMatch(name::endsWith)) continue;
            StorePath file = path.child(entry.name());
            FileStatus found = store.status(file).orElse(null);
            if (found == null || found.kind() != FileKind.FILE) continue;
            files.add(new StoredFile(file, found.version()));
            if (files.size() > ReferenceSets.FILES_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE,
                        "'" + path + "' has more than " + ReferenceSets.FILES_MAX + " NetCDF files");
            }
        }
        if (files.isEmpty()) {
            throw new MoverException(
                    ErrorCode.SOURCE_NOT_FOUND,
                    "no file of directory '" + path + "' ends with " + String.join(", ", ENDINGS));
        }
        return files;
    }
}
