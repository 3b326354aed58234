package org.bdm.core.host;

import com.sun.jna.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The room of the file system that holds a directory, as an ordinary user has it.
 *
 * @param type such as {@code xfs}, {@code nfs4}
 * @param bytes its size
 * @param freeBytes that may still be written
 * @param inodes how many files and directories it can hold; 0 where it has no such limit
 * @param freeInodes how many more
 */
public record FileSystemRoom(String type, long bytes, long freeBytes, long inodes, long freeInodes) {
    private static final int FRAGMENT_BYTES = 8; // offsets in struct statvfs
    private static final int BLOCKS = 16;
    private static final int AVAILABLE_BLOCKS = 32;
    private static final int FILES = 40;
    private static final int AVAILABLE_FILES = 56;

    /**
     * Reads it; blocks while the file system hangs.
     *
     * @throws IOException if the directory is not there, or this system has no such call
     */
    public static FileSystemRoom of(Path directory) throws IOException {
        String type = Files.getFileStore(directory).type();
        try (Memory statvfs = KernelCalls.structure()) {
            int result = KernelCalls.room(directory.toString(), statvfs);
            if (result < 0) throw new IOException("statvfs of " + directory + " failed with errno " + -result);
            long fragment = statvfs.getLong(FRAGMENT_BYTES);
            return told(
                    type,
                    atMost(fragment, statvfs.getLong(BLOCKS)),
                    atMost(fragment, statvfs.getLong(AVAILABLE_BLOCKS)),
                    statvfs.getLong(FILES),
                    statvfs.getLong(AVAILABLE_FILES));
        } catch (LinkageError e) {
            throw new IOException("this system has no statvfs", e);
        }
    }

    /** Returns the room as far as it can be believed: that none of 1e9 inodes are free (rclone) says nothing. */
    static FileSystemRoom told(String type, long bytes, long freeBytes, long inodes, long freeInodes) {
        boolean isMadeUp = inodes < 0 || freeInodes < 0 || (freeInodes == 0 && type.startsWith("fuse"));
        return new FileSystemRoom(type, bytes, freeBytes, isMadeUp ? 0 : inodes, isMadeUp ? 0 : freeInodes);
    }

    /** Bytes of so many units; more than a number of 64 bits holds is the greatest one: some file systems (s3fs) say that they are endless. */
    static long atMost(long unit, long count) {
        if (unit <= 0) return count == 0 ? 0 : Long.MAX_VALUE;
        return count < 0 || Math.multiplyHigh(unit, count) != 0 || unit * count < 0 ? Long.MAX_VALUE : unit * count;
    }
}
