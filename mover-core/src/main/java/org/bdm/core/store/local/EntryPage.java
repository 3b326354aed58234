package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.jspecify.annotations.Nullable;

/** Makes a page of a listing: looks at the entries whose names come next. Without the homes of nodes. */
final class EntryPage {
    private EntryPage() {}

    /**
     * Returns the entries after a name, in their order.
     *
     * @param number borrowed from {@code directory}
     */
    static DirectoryPage of(
            Descriptor directory, int number, NameTable names, @Nullable FileName after, int entriesMax) {
        List<DirectoryEntry> entries = new ArrayList<>(Math.min(entriesMax, names.size()));
        int index = names.firstAfter(after);
        for (; index < names.size() && entries.size() < entriesMax; index++) {
            FileName name = FileName.of(names.bytes(index));
            try {
                FileStatus status = ExportTree.statusOfEntry(directory, number, name);
                if (status == null) continue; // it has just gone
                byte[] bytes = name.bytes();
                boolean isHome = status.kind() == FileKind.DIRECTORY && HomesBelow.isHome(number, bytes);
                if (!isHome) entries.add(new DirectoryEntry(name, status, null));
            } catch (MoverException error) {
                entries.add(new DirectoryEntry(name, null, error));
            }
        }
        return new DirectoryPage(entries, index == names.size());
    }
}
