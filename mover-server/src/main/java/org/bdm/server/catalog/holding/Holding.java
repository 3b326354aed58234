package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * One file that this site holds; one for each export and path.
 *
 * @param path below the export, not the root
 * @param dataset instance id of the dataset version it belongs to; null if that is not known
 * @param size bytes, when it was last looked at
 * @param modified mtime then
 * @param since when it got this state
 * @param digests at most one of each algorithm and origin
 * @param inode when a digest was computed here last; 0 if that is not known
 * @param checkedAt when its bytes were last compared, or looked for, here; null if that is not known
 */
public record Holding(
        ExportName export,
        StorePath path,
        @Nullable String dataset,
        long size,
        Instant modified,
        HoldingState state,
        Instant since,
        List<HoldingDigest> digests,
        long inode,
        @Nullable Instant checkedAt) {
    /** Copies the list. */
    public Holding {
        digests = List.copyOf(digests);
        if (path.isRoot()) throw new IllegalArgumentException("the root of an export is not a file");
    }

    /** The same file in another state. */
    public Holding in(HoldingState other, Instant from) {
        return new Holding(export, path, dataset, size, modified, other, from, digests, inode, checkedAt);
    }

    /** The same file with other digests. */
    public Holding with(List<HoldingDigest> others) {
        return new Holding(export, path, dataset, size, modified, state, since, others, inode, checkedAt);
    }
}
