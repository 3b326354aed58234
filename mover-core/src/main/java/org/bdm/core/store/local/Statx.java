package org.bdm.core.store.local;

import java.nio.ByteBuffer;
import java.time.Instant;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;

/** Reads what the last statx of this thread put into its {@link Scratch}. Offsets as in linux/stat.h, the same on every processor. */
final class Statx {
    private static final int ATTRIBUTES = 8;
    private static final int LINKS = 16;
    private static final int GROUP = 24;
    private static final int MODE = 28;
    private static final int INODE = 32;
    private static final int SIZE = 40;
    private static final int BLOCKS = 48;
    private static final int CHANGED = 96;
    private static final int MODIFIED = 112;
    private static final int DEVICE = 136;
    private static final int MOUNT = 144;

    private static final int MASK = 0;
    private static final int MOUNT_IS_TOLD = 0x1000;
    private static final long IS_MOUNT_ROOT = 0x2000;

    private static final int KIND_MASK = 0xf000;
    private static final int REGULAR = 0x8000;
    private static final int DIRECTORY = 0x4000;
    private static final int SYMBOLIC_LINK = 0xa000;
    private static final int MODE_MASK = 07777;

    /**
     * Which object of the machine it is.
     *
     * @param device major and minor number of the file system
     */
    record Identity(long device, long inode) {}

    /**
     * A mount: the kernel refuses to rename from one mount to another, even on one device.
     *
     * @param device major and minor number of the file system
     * @param number of the mount; 0 where the kernel does not tell, before Linux 5.8
     */
    record Mount(long device, long number) {}

    /**
     * Tells whether a directory's entries are as before.
     *
     * @param identity which directory
     */
    record DirectoryVersion(Identity identity, Instant modified, Instant changed) {}

    private Statx() {}

    static boolean isSymbolicLink() {
        return (mode() & KIND_MASK) == SYMBOLIC_LINK;
    }

    static FileKind kind() {
        return switch (mode() & KIND_MASK) {
            case REGULAR -> FileKind.FILE;
            case DIRECTORY -> FileKind.DIRECTORY;
            case SYMBOLIC_LINK -> FileKind.SYMBOLIC_LINK;
            default -> FileKind.SPECIAL;
        };
    }

    static int permissions() {
        return mode() & MODE_MASK;
    }

    /** Number of its names. */
    static int links() {
        return structure().getInt(LINKS);
    }

    static int group() {
        return structure().getInt(GROUP);
    }

    static long size() {
        return structure().getLong(SIZE);
    }

    /** Units of 512 bytes that it occupies, as the file system counts them. */
    static long blocks() {
        return structure().getLong(BLOCKS);
    }

    static long inode() {
        return structure().getLong(INODE);
    }

    static Identity identity() {
        return new Identity(structure().getLong(DEVICE), inode());
    }

    static Mount mount() {
        boolean isTold = (structure().getInt(MASK) & MOUNT_IS_TOLD) != 0;
        return new Mount(structure().getLong(DEVICE), isTold ? structure().getLong(MOUNT) : 0);
    }

    static DirectoryVersion directoryVersion() {
        return new DirectoryVersion(identity(), time(MODIFIED), time(CHANGED));
    }

    /** The version; without the inode number where that says nothing. */
    static FileVersion version() {
        FileVersion version = new FileVersion(size(), modified(), time(CHANGED), inode());
        boolean saysNothing = TriedFileSystems.isAnyUnstable() && TriedFileSystems.hasUnstableInodes(mount());
        return saysNothing ? version.withoutInode() : version;
    }

    static Instant modified() {
        return time(MODIFIED);
    }

    /** The status; the target must be given for a symbolic link. */
    static FileStatus status(byte @Nullable [] linkTarget) {
        return new FileStatus(kind(), version(), permissions(), linkTarget, entryIdentity());
    }

    private static @Nullable EntryIdentity entryIdentity() {
        int kind = mode() & KIND_MASK;
        int links = structure().getInt(LINKS);
        boolean isShared = kind == REGULAR && links > 1;
        boolean isMountRoot = kind == DIRECTORY && (structure().getLong(ATTRIBUTES) & IS_MOUNT_ROOT) != 0;
        return isShared || isMountRoot ? new EntryIdentity(structure().getLong(DEVICE), isShared ? links : 0) : null;
    }

    private static int mode() {
        return structure().getShort(MODE) & 0xffff;
    }

    private static Instant time(int at) {
        return Instant.ofEpochSecond(structure().getLong(at), structure().getInt(at + 8));
    }

    private static ByteBuffer structure() {
        return Scratch.ofThisThread().structure;
    }
}
