package org.bdm.server.mirror;

import java.util.Arrays;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.KeyHash;

/**
 * The hashes of many paths, 8 bytes each, of one part of all paths. A path that is not in it is certainly not among them; one that is may be
 * another with the same hash, which then stays where it is. Belongs to one thread.
 */
final class PathHashes {
    private final int part;
    private final int parts;
    private long[] hashes = new long[1024];
    private int size;
    private boolean isSorted;

    /**
     * Empty.
     *
     * @param part from 0
     * @param parts how many there are; each has about as many paths
     */
    PathHashes(int part, int parts) {
        this.part = part;
        this.parts = parts;
    }

    /** True if the path belongs to this part. */
    boolean isOfPart(StorePath path) {
        return isOfPart(KeyHash.of(path.bytes()));
    }

    private boolean isOfPart(long hash) {
        return Long.remainderUnsigned(hash, parts) == part;
    }

    /** Adds a path if it belongs to this part. */
    void add(StorePath path) {
        long hash = KeyHash.of(path.bytes());
        if (!isOfPart(hash)) return;
        if (size == hashes.length) hashes = Arrays.copyOf(hashes, size + Math.max(1024, size / 2));
        hashes[size++] = hash;
        isSorted = false;
    }

    /** Index of a path among the sorted hashes; negative if it is certainly not there. Valid until something is added. */
    int indexOf(StorePath path) {
        if (!isSorted) Arrays.sort(hashes, 0, size);
        isSorted = true;
        return Arrays.binarySearch(hashes, 0, size, KeyHash.of(path.bytes()));
    }

    boolean has(StorePath path) {
        return indexOf(path) >= 0;
    }
}
