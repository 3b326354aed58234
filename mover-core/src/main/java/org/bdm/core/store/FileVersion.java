package org.bdm.core.store;

import java.time.Duration;
import java.time.Instant;

/**
 * Tells whether a file is still the one that was seen before (promise P6): equal versions mean the same content, unless somebody restored
 * all four.
 *
 * @param size bytes
 * @param modified mtime, to the nanosecond where the file system keeps it
 * @param changed ctime: the only trace of a writer that restores the mtime. A change of mode, name or link count moves it too
 * @param inode number of the inode; 0 where the file system has none that can be relied on
 */
public record FileVersion(long size, Instant modified, Instant changed, long inode) {
    private static final Duration TIME_EXACT_TO = Duration.ofNanos(1_000);
    private static final Duration WHOLE_SECONDS_EXACT_TO = Duration.ofSeconds(2);

    /**
     * Compares all but the ctime. Proves nothing about content: only for a file whose ctime was moved in between by ourselves, by a new name
     * or a rename.
     */
    public boolean sameButForChangeTime(FileVersion other) {
        return size == other.size && inode == other.inode && modified.equals(other.modified);
    }

    /** Compares mtimes of two files to the microsecond: file systems and archives drop the rest. */
    public boolean hasTimeOf(FileVersion other) {
        return isWithin(TIME_EXACT_TO, other.modified);
    }

    /**
     * Tells whether the mtime can be what a file system made of a time that was set: to the microsecond, or to the granularity that it
     * seems to have been cut to, two seconds if it keeps no fractions. Looser than {@link #hasTimeOf}: only beside other proof that the
     * file is the same.
     */
    public boolean keepsTime(Instant set) {
        return isWithin(cutTo(modified.getNano()), set);
    }

    private static Duration cutTo(int nanos) {
        if (nanos == 0) return WHOLE_SECONDS_EXACT_TO;
        long unit = 1;
        while (nanos % (unit * 10) == 0) unit *= 10;
        Duration granularity = Duration.ofNanos(unit);
        return granularity.compareTo(TIME_EXACT_TO) > 0 ? granularity : TIME_EXACT_TO;
    }

    /** This version without the inode number, where that says nothing. */
    public FileVersion withoutInode() {
        return inode == 0 ? this : new FileVersion(size, modified, changed, 0);
    }

    private boolean isWithin(Duration apartMax, Instant time) {
        return Duration.between(modified, time).abs().compareTo(apartMax) <= 0;
    }
}
