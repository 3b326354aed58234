package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.bdm.core.store.HomeMark;
import org.bdm.core.store.StorePath;

/**
 * Finds the homes of nodes below an export: they hold secrets, whoever asked for the export. A look costs a call for each directory on the
 * way down, and every file is opened on such a way, so what is no home is not looked at again for half a second. A directory that becomes a
 * home is hidden at most half a second later. Any thread.
 */
final class HomesBelow {
    static final long VALID_NANOS = 500_000_000L;
    private static final byte[] ITSELF = {'.'};
    private static final byte[] MARK = HomeMark.NAME.bytes();

    /** Directories of which neither they nor any above is a home. */
    private final RecentFindings<Boolean> clear;

    HomesBelow(LongSupplier nanoTime) {
        this.clear = new RecentFindings<>(VALID_NANOS, nanoTime);
    }

    /**
     * True when the directory is a home, or in one.
     *
     * @param root descriptor of the export's root
     */
    boolean isInHome(int root, StorePath directory) {
        return clear.find(directory) == null && look(root, directory);
    }

    private boolean look(int root, StorePath directory) {
        RecentFindings.Finding<Boolean> finding =
                clear.now(Boolean.TRUE); // before looking: it may become one meanwhile
        List<StorePath> looked = new ArrayList<>();
        StorePath at = directory;
        while (true) {
            if (isHome(root, at.isRoot() ? ITSELF : at.bytes())) return true;
            looked.add(at);
            if (at.isRoot()) break;
            at = at.parent();
            RecentFindings.Finding<Boolean> above = clear.find(at);
            if (above == null) continue;
            finding = above; // older, and so must be what rests on it
            break;
        }
        for (StorePath each : looked) clear.keep(each, finding);
        return false;
    }

    /** True when the directory of that path, below an open one, is a home now. */
    static boolean isHome(int above, byte[] path) {
        byte[] mark = Arrays.copyOf(path, path.length + 1 + MARK.length);
        mark[path.length] = '/';
        System.arraycopy(MARK, 0, mark, path.length + 1, MARK.length);
        return Posix.status(above, mark) >= 0;
    }
}
