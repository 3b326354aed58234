package org.bdm.server.mirror;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.removal.PurgeDirectory;

/** Finds the directories with the most bytes. When it knows too many, it forgets the smallest. Belongs to one thread. */
final class LargestDirectories {
    private static final int KNOWN_MAX = 20_000;
    private static final int KEPT = 5_000;
    private static final int SHOWN = 10;
    private static final Comparator<PurgeDirectory> LARGEST_FIRST = Comparator.comparingLong(PurgeDirectory::bytes)
            .thenComparingLong(PurgeDirectory::files)
            .reversed()
            .thenComparing(PurgeDirectory::path);

    private final Map<StorePath, PurgeDirectory> known = new HashMap<>();

    /** Counts a file for the directory in which it is. */
    void add(StorePath file, long size) {
        known.merge(
                file.parent(),
                new PurgeDirectory(file.parent(), 1, size),
                (before, one) -> new PurgeDirectory(before.path(), before.files() + 1, before.bytes() + one.bytes()));
        if (known.size() <= KNOWN_MAX) return;
        List<PurgeDirectory> large = first(KEPT);
        known.clear();
        large.forEach(directory -> known.put(directory.path(), directory));
    }

    /** The largest first; at most 10. */
    List<PurgeDirectory> shown() {
        return first(SHOWN);
    }

    private List<PurgeDirectory> first(int number) {
        return known.values().stream().sorted(LARGEST_FIRST).limit(number).toList();
    }
}
