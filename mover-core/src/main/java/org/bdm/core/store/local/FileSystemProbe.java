package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.util.Set;
import org.bdm.core.store.Room;
import org.bdm.core.store.StoreAbilities;

/** Type and abilities of the file system of an open directory. Offsets of statfs as on every 64-bit Linux. */
final class FileSystemProbe {
    private static final int TYPE = 0;
    private static final int BLOCK_BYTES = 8;
    private static final int BLOCKS = 16;
    private static final int BLOCKS_AVAILABLE = 32;
    private static final int INODES = 40;
    private static final int INODES_FREE = 48;
    private static final int FRAGMENT_BYTES = 72;
    private static final long TMPFS = 0x0102_1994L;
    private static final long RAMFS = 0x8584_58f6L;
    private static final Set<Long> FORCED_AS_A_WHOLE = Set.of(
            TMPFS,
            RAMFS,
            0xef53L /* ext2, ext3, ext4 */,
            0x5846_5342L /* xfs */,
            0x9123_683eL /* btrfs */,
            0x2fc1_2fc1L /* zfs */);
    private static final long FUSE = 0x6573_5546L;
    private static final int PRIVATE_MODE = 0600;
    private static final byte[] ITSELF = {'.'};

    private FileSystemProbe() {}

    /** For a writable store an unnamed file is opened for direct reading and let go; where that fails, it is not claimed. */
    static StoreAbilities abilities(Descriptor directory, boolean writable) {
        long type = fileSystem(directory).getLong(TYPE) & 0xffff_ffffL;
        boolean memoryOnly = type == TMPFS || type == RAMFS;
        return new StoreAbilities(writable, memoryOnly, writable && !memoryOnly && opensDirect(directory));
    }

    /**
     * True when syncfs makes all of this file system durable. In user space (FUSE) and on network file systems it may reach the kernel of this
     * machine only.
     */
    static boolean isForcedAsAWhole(Descriptor directory) {
        return isForcedAsAWhole(fileSystem(directory).getLong(TYPE) & 0xffff_ffffL);
    }

    /** The same by the number of the type, as statfs has it. */
    static boolean isForcedAsAWhole(long type) {
        return FORCED_AS_A_WHOLE.contains(type);
    }

    /** Bytes that a user without privileges may still write. */
    static long freeBytes(Descriptor directory) {
        return freeBytes(fileSystem(directory));
    }

    /** Size of the file system in bytes, with what is kept for the administrator. */
    static long totalBytes(Descriptor directory) {
        ByteBuffer structure = fileSystem(directory);
        return atMost(unit(structure), structure.getLong(BLOCKS));
    }

    private static long unit(ByteBuffer structure) {
        long unit = structure.getLong(FRAGMENT_BYTES);
        return unit == 0 ? structure.getLong(BLOCK_BYTES) : unit;
    }

    /** A file system that has no size at all does not know it. */
    private static long freeBytes(ByteBuffer structure) {
        if (structure.getLong(BLOCKS) == 0) return Long.MAX_VALUE;
        return atMost(unit(structure), structure.getLong(BLOCKS_AVAILABLE));
    }

    /** Bytes of so many units; more than a number of 64 bits holds is the greatest one: some file systems (s3fs) say that they are endless. */
    static long atMost(long unit, long count) {
        if (unit <= 0) return count == 0 ? 0 : Long.MAX_VALUE;
        return count < 0 || Math.multiplyHigh(unit, count) != 0 || unit * count < 0 ? Long.MAX_VALUE : unit * count;
    }

    static Room room(Descriptor directory) {
        ByteBuffer structure = fileSystem(directory);
        long free = freeBytes(structure);
        long inodes = structure.getLong(INODES);
        long freeInodes = structure.getLong(INODES_FREE);
        boolean isInUserSpace = (structure.getLong(TYPE) & 0xffff_ffffL) == FUSE;
        // None free says nothing in user space (rclone: 0 of 1e9)
        if (inodes < 0 || freeInodes < 0 || (isInUserSpace && freeInodes == 0)) inodes = freeInodes = 0;
        int number = directory.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.reading(result, "statx", directory.what());
            return new Room(Statx.identity().device(), free, inodes, freeInodes);
        } finally {
            directory.giveBack();
        }
    }

    private static ByteBuffer fileSystem(Descriptor directory) {
        int number = directory.borrow();
        try {
            int result = Posix.fileSystem(number);
            if (result < 0) throw Errno.reading(result, "fstatfs", directory.what());
            return Scratch.ofThisThread().structure;
        } finally {
            directory.giveBack();
        }
    }

    private static boolean opensDirect(Descriptor directory) {
        int root = directory.borrow();
        try {
            int flags = Posix.UNNAMED_FILE | Posix.READ_WRITE | Posix.DIRECT;
            int number = Posix.openEntry(root, ITSELF, flags, PRIVATE_MODE);
            if (number < 0) return false;
            Posix.closeDescriptor(number);
            return true;
        } finally {
            directory.giveBack();
        }
    }
}
