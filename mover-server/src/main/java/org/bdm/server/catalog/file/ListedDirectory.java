package org.bdm.server.catalog.file;

import java.time.Instant;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * A directory of a tree. The listing worker numbers them, without gaps, from {@link ListingPosition#nextDirectory}.
 *
 * @param number counted from 0 within the job
 * @param item number of the item it belongs to
 * @param path below the roots of the item; the root itself is the empty path
 * @param mode permission bits at the source
 * @param modified mtime at the source
 * @param progress how far it is listed
 * @param device of the file system that is mounted there at the source; null if none is, or nobody tells
 */
public record ListedDirectory(
        int number,
        int item,
        StorePath path,
        int mode,
        Instant modified,
        ListProgress progress,
        @Nullable Long device) {
    /** One where no file system is mounted. */
    public ListedDirectory(int number, int item, StorePath path, int mode, Instant modified, ListProgress progress) {
        this(number, item, path, mode, modified, progress, null);
    }

    /** The same, listed further. */
    public ListedDirectory at(ListProgress further) {
        return new ListedDirectory(number, item, path, mode, modified, further, device);
    }
}
