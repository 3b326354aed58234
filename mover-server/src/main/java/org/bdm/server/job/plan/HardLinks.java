package org.bdm.server.job.plan;

import java.util.HashMap;
import java.util.Map;
import org.bdm.core.control.plan.PlanLinksView;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Counts files of a source that are further names of others: each becomes a file of its own, or a hard link if these are kept. One name of each
 * file needs its bytes anyway, unless the destination has one already. Remembers a limited number of files; names of those beyond are not counted.
 * Belongs to one thread.
 */
final class HardLinks {
    private static final int FILES_MAX = 1_000_000;

    /** A file in one source. */
    private record Shared(long device, long inode) {}

    private final Map<Shared, Boolean> known = new HashMap<>();
    private final boolean areKept;
    private long files;
    private long bytes;

    HardLinks(boolean areKept) {
        this.areKept = areKept;
    }

    /** The names of the next source are of other files. */
    void nextSource() {
        known.clear();
    }

    /**
     * A file of the source.
     *
     * @param isToMove false if the destination has it already
     * @return whether it becomes a hard link of another name, and is not moved
     */
    boolean seen(FileStatus source, boolean isToMove) {
        EntryIdentity identity = source.identity();
        if (identity == null || identity.links() < 2 || source.version().inode() == 0) return false;
        Shared file = new Shared(identity.device(), source.version().inode());
        Boolean hasFreeName = known.get(file);
        if (hasFreeName == null && known.size() >= FILES_MAX) return false;
        if (!isToMove) {
            // The first name that was to be moved is one too many as well; where links are kept it may be moved before
            // this one is seen.
            if (Boolean.TRUE.equals(hasFreeName) && !areKept) add(source);
            known.put(file, false);
        } else if (hasFreeName == null) {
            known.put(file, true);
        } else {
            add(source);
            return areKept;
        }
        return false;
    }

    private void add(FileStatus source) {
        files++;
        bytes += source.version().size();
    }

    /** Null if there are none. */
    @Nullable PlanLinksView view() {
        return files == 0 ? null : new PlanLinksView(files, bytes, areKept);
    }
}
