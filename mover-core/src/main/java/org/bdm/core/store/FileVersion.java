package org.bdm.core.store;

import java.time.Instant;

/**
 * Tells whether a file is still the one that was seen before (promise P6): equal versions mean the same content, unless somebody restored
 * all four.
 *
 * @param size bytes
 * @param modified mtime, to the nanosecond where the file system keeps it
 * @param changed ctime: the only trace of a writer that restores the mtime. A change of mode, name or link count moves it too
 * @param inode number of the inode
 */
public record FileVersion(long size, Instant modified, Instant changed, long inode) {
    /**
     * Compares all but the ctime. Proves nothing about content: only for a file whose ctime was moved in between by ourselves, by a new name
     * or a rename.
     */
    public boolean sameButForChangeTime(FileVersion other) {
        return size == other.size && inode == other.inode && modified.equals(other.modified);
    }
}
