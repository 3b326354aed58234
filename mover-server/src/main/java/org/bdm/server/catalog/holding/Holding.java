package org.bdm.server.catalog.holding;

import java.time.Instant;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * One file that this site holds; one for each export and path. Size, time, inode and digests describe the bytes that the evidence is of,
 * whatever is on disk now.
 *
 * @param path below the export, not the root
 * @param dataset instance id of the dataset version it belongs to; null if that is not known
 * @param size bytes that the evidence is of
 * @param modified mtime then
 * @param since when it got this state
 * @param digests at most one of each algorithm and origin
 * @param inode when a digest was computed here last; 0 if that is not known
 * @param checkedAt when its bytes were last compared, or looked for, here; null if that is not known
 * @param seen what the last look at the disk saw, if that is something else; null if it is the same
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
        @Nullable Instant checkedAt,
        @Nullable Seen seen) {
    /** Copies the list. */
    public Holding {
        digests = List.copyOf(digests);
        if (path.isRoot()) throw new IllegalArgumentException("the root of an export is not a file");
    }

    /**
     * A look at the disk.
     *
     * @param size bytes; -1 if nothing was there
     * @param at when it was first seen so
     */
    public record Seen(long size, Instant modified, Instant at) {
        /** Nothing was there, and its file system may not have been. */
        public static Seen absent(Instant at) {
            return new Seen(-1, Instant.EPOCH, at);
        }

        /** True if nothing was there. */
        public boolean isAbsent() {
            return size < 0;
        }
    }

    /** The same file in another state. */
    public Holding in(HoldingState other, Instant from) {
        return new Holding(export, path, dataset, size, modified, other, from, digests, inode, checkedAt, seen);
    }

    /** The same file with other digests. */
    public Holding with(List<HoldingDigest> others) {
        return new Holding(export, path, dataset, size, modified, state, since, others, inode, checkedAt, seen);
    }

    /** The same file, seen so at the last look; null if that was the file of the evidence. */
    public Holding with(@Nullable Seen other) {
        return new Holding(export, path, dataset, size, modified, state, since, digests, inode, checkedAt, other);
    }

    /** True if a file of this size and time is the one that the evidence is of, as far as a look can tell. */
    public boolean isSeenAs(long otherSize, Instant otherModified) {
        return size == otherSize && modified.equals(otherModified);
    }
}
