package org.bdm.core.store;

import java.time.Instant;

/**
 * Tells whether a file is still the one that was seen before (promise P6).
 *
 * @param size bytes
 * @param modified mtime, to the nanosecond where the file system keeps it
 * @param changed ctime; also moved by chmod and hard links, so it is compared only within a session
 * @param inode number of the inode
 */
public record FileVersion(long size, Instant modified, Instant changed, long inode) {
    /** Whether size, mtime and inode agree: what is compared across sessions. */
    public boolean sameContentAs(FileVersion other) {
        return size == other.size && inode == other.inode && modified.equals(other.modified);
    }
}
