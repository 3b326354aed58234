package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.bdm.core.store.HomeMark;
import org.bdm.core.store.StorePath;

/**
 * Which directories below an export are homes of nodes, or lie in one: they hold secrets, whoever asked for the export. Looking costs a call
 * for each directory on the way down, and every file is opened on such a way: what was found to be no home is not looked at again for half a
 * second. So a directory that becomes a home is hidden half a second later, before its node has written a key. Any thread.
 */
final class HomesBelow {
    static final long VALID_NANOS = 500_000_000L;
    private static final int DIRECTORIES_MAX = 10_000;
    private static final byte[] ITSELF = {'.'};
    private static final byte[] MARK = HomeMark.NAME.bytes();

    private final LongSupplier nanoTime;
    private final Map<StorePath, Long> lookedAtNanos = new ConcurrentHashMap<>();

    HomesBelow(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Whether the directory is a home, or in one.
     *
     * @param root descriptor of the export's root
     */
    boolean isInHome(int root, StorePath directory) {
        long now = nanoTime.getAsLong();
        List<StorePath> looked = new ArrayList<>();
        for (StorePath at = directory; !isKnown(at, now); at = at.parent()) {
            byte[] path = at.isRoot() ? ITSELF : at.bytes();
            if (isHome(root, path)) return true;
            looked.add(at);
            if (at.isRoot()) break;
        }
        if (lookedAtNanos.size() + looked.size() > DIRECTORIES_MAX) lookedAtNanos.clear();
        for (StorePath each : looked) lookedAtNanos.put(each, now);
        return false;
    }

    /** That nothing on the way to it is a home. */
    private boolean isKnown(StorePath directory, long now) {
        Long looked = lookedAtNanos.get(directory);
        return looked != null && now - looked < VALID_NANOS;
    }

    /** Whether the directory of that path, below an open one, is a home now. */
    static boolean isHome(int above, byte[] path) {
        byte[] mark = Arrays.copyOf(path, path.length + 1 + MARK.length);
        mark[path.length] = '/';
        System.arraycopy(MARK, 0, mark, path.length + 1, MARK.length);
        return Posix.status(above, mark) >= 0;
    }
}
