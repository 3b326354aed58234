package org.bdm.core.store;

/**
 * Room for files on one file system.
 *
 * @param device tells file systems apart, while they are mounted
 * @param freeBytes that may still be written there, as statvfs tells an ordinary user
 * @param inodes how many files and directories it can hold; 0 where it has no such limit
 * @param freeInodes how many more
 */
public record Room(long device, long freeBytes, long inodes, long freeInodes) {
    /** The room of a place that does not tell: whatever comes is tried. */
    public static Room unknown(long device) {
        return new Room(device, Long.MAX_VALUE, 0, 0);
    }

    /** True of a place that tells its room. */
    public boolean isKnown() {
        return freeBytes != Long.MAX_VALUE;
    }

    /** True if so many files can be made; also where the file system does not tell. */
    public boolean hasInodesFor(long files) {
        return inodes == 0 || freeInodes >= files;
    }

    /** True when the bytes would fit but the inodes do not suffice for so many files. */
    public boolean isOutOfInodes(long bytesNeeded, long filesNeeded) {
        return inodes > 0 && freeInodes < filesNeeded && freeBytes >= bytesNeeded;
    }
}
