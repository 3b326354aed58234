package org.bdm.server.mirror;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.removal.PurgeCaution;
import org.bdm.server.catalog.removal.PurgeCaution.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Finds directories of which a mirror plan takes so much that their file system may not be mounted at the source: the uppermost of each. Hears of
 * directories in the order in which a walk leaves them, each after those in it. When it knows too many, it forgets the smallest. Belongs to one
 * thread.
 */
final class OddDirectories {
    private static final int KNOWN_MAX = 20_000;
    private static final int SHOWN = 20;
    /** Whoever deletes a directory with fewer files does no harm that a person cannot see in the plan. */
    private static final int GONE_MIN = 10;

    private static final Comparator<PurgeCaution> LARGEST_FIRST =
            Comparator.comparingLong(PurgeCaution::files).reversed().thenComparing(PurgeCaution::path);

    private final Map<StorePath, PurgeCaution> known = new HashMap<>();

    /**
     * A directory of the destination below the tree, with all that is in it.
     *
     * @param isListed whether the source has it
     * @param gone files of the plan in it, at any depth
     * @param all files in it, at any depth
     */
    void left(StorePath directory, boolean isListed, long gone, long all) {
        add(directory, kind(isListed, gone, all), gone, all);
    }

    /** As {@link #left}, of one whose name a file of the source has. */
    void file(StorePath directory, long gone, long all) {
        add(directory, gone == 0 ? null : Kind.OTHER_KIND, gone, all);
    }

    private void add(StorePath directory, @Nullable Kind kind, long gone, long all) {
        PurgeCaution before = known.get(directory);
        if (kind == null) return;
        known.put(
                directory,
                before == null
                        ? new PurgeCaution(directory, kind, gone, all)
                        : new PurgeCaution(directory, kind, before.files() + gone, before.ofFiles() + all));
        if (known.size() > KNOWN_MAX) keep(first(uppermost(), KNOWN_MAX / 4));
    }

    private static @Nullable Kind kind(boolean isListed, long gone, long all) {
        if (gone == 0) return null;
        if (gone == all && isListed) return Kind.EMPTIED;
        if (gone < GONE_MIN) return null;
        if (gone == all) return Kind.GONE;
        return gone * 10 > all * 9 ? Kind.REPLACED : null;
    }

    private void keep(List<PurgeCaution> large) {
        known.clear();
        large.forEach(caution -> known.put(caution.path(), caution));
    }

    /** Those with the most files first; at most 20. */
    List<PurgeCaution> shown() {
        return first(uppermost(), SHOWN);
    }

    private List<PurgeCaution> uppermost() {
        List<PurgeCaution> found = new ArrayList<>();
        for (PurgeCaution caution : known.values()) {
            boolean isBelow = false;
            StorePath above = caution.path();
            while (!above.isRoot() && !isBelow) {
                above = above.parent();
                isBelow = known.containsKey(above);
            }
            if (!isBelow) found.add(caution);
        }
        return found;
    }

    private static List<PurgeCaution> first(List<PurgeCaution> all, int number) {
        return all.stream().sorted(LARGEST_FIRST).limit(number).toList();
    }
}
