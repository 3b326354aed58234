package org.bdm.core.store.local;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the names of a few directories between the pages of their listings, or else a page of a directory with a million names would read
 * and sort them all. A table serves only while its directory is unchanged (inode, mtime and ctime). Any thread.
 */
final class NameTables {
    private record Kept(Statx.DirectoryVersion version, NameTable names) {}

    private final int tablesMax;
    private final long bytesMax;
    private final LinkedHashMap<Statx.Identity, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * At most so many tables, and so many bytes in all; one table may be larger when it is alone.
     */
    NameTables(int tablesMax, long bytesMax) {
        this.tablesMax = tablesMax;
        this.bytesMax = bytesMax;
    }

    /** The names of the directory as it is now, if they are known. */
    synchronized @Nullable NameTable find(Statx.DirectoryVersion version) {
        Kept found = kept.get(version.identity());
        if (found == null) return null;
        if (found.version().equals(version)) return found.names();
        drop(version.identity());
        return null;
    }

    /** Keeps the names for the next page. */
    synchronized void keep(Statx.DirectoryVersion version, NameTable names) {
        drop(version.identity());
        kept.put(version.identity(), new Kept(version, names));
        bytes += names.memoryBytes();
        Iterator<Map.Entry<Statx.Identity, Kept>> eldest = kept.entrySet().iterator();
        while (kept.size() > tablesMax || (kept.size() > 1 && bytes > bytesMax)) {
            bytes -= eldest.next().getValue().names().memoryBytes();
            eldest.remove();
        }
    }

    /** The listing is at its end. */
    synchronized void drop(Statx.Identity directory) {
        Kept dropped = kept.remove(directory);
        if (dropped != null) bytes -= dropped.names().memoryBytes();
    }
}
