package org.bdm.core.store;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away a directory whose place a file is to have, with the directories in it, if nothing else is in any of them: then nothing is lost. Each
 * goes by rmdir, which refuses what somebody has filled in the meantime. Any thread that may block.
 */
public final class EmptyDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(EmptyDirectories.class);
    private static final int DIRECTORIES_MAX = 10_000;
    private static final int ENTRIES_AT_ONCE = 1_000;

    private EmptyDirectories() {}

    /** True if nothing is at that place any more. */
    public static boolean removed(WritableStore store, StorePath directory) {
        List<StorePath> all = new ArrayList<>();
        all.add(directory);
        try {
            for (int i = 0; i < all.size(); i++) {
                if (!hasOnlyDirectories(store, all.get(i), all)) return false;
            }
            // Those in it before itself.
            for (int i = all.size() - 1; i >= 0; i--) {
                if (!store.removeDirectory(all.get(i))) return false;
            }
        } catch (MoverException e) {
            LOG.info("{} stays: {}", directory, e.detail());
            return false;
        }
        LOG.info("{} had no file in it and is gone: a file gets its place", directory);
        return true;
    }

    private static boolean hasOnlyDirectories(WritableStore store, StorePath directory, List<StorePath> all) {
        @Nullable FileName last = null;
        boolean isLastPage = false;
        while (!isLastPage) {
            DirectoryPage page = store.list(directory, last, ENTRIES_AT_ONCE);
            for (DirectoryEntry entry : page.entries()) {
                FileStatus status = entry.status();
                boolean isDirectory = status != null && status.kind() == FileKind.DIRECTORY;
                if (!isDirectory || all.size() == DIRECTORIES_MAX) return false;
                all.add(directory.child(entry.name()));
                last = entry.name();
            }
            isLastPage = page.isLast();
        }
        return true;
    }
}
