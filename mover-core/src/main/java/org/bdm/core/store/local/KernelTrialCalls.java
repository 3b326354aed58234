package org.bdm.core.store.local;

import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tries out what the kernel has. */
final class KernelTrialCalls implements TrialCalls {
    private static final int FILE_MODE = 0600;
    private static final int TYPE = 0;
    private static final long FUSE = 0x6573_5546L;
    private static final Set<Long> COPIES_ON_WRITE =
            Set.of(0x9123_683eL /* btrfs */, 0xca45_1a4eL /* bcachefs */, 0x2fc1_2fc1L /* zfs */, 0x3434L /* nilfs2 */);
    private static final byte[] ITSELF = {'.'};
    private static final int NAME_AT = 19;
    private static final int LENGTH_AT = 16;

    @Override
    public int create(int directory, byte[] name) {
        return Posix.openEntry(directory, name, Posix.READ_WRITE | Posix.CREATE_NEW, FILE_MODE);
    }

    @Override
    public int close(int file) {
        return Posix.closeDescriptor(file);
    }

    @Override
    public int mode(int file, int mode) {
        return Posix.mode(file, mode);
    }

    @Override
    public int modified(int file, Instant time) {
        return Posix.modified(file, time);
    }

    @Override
    public @Nullable Seen seenOpen(int file) {
        return Posix.statusOfOpen(file) < 0 ? null : seen();
    }

    @Override
    public @Nullable Seen seen(int directory, byte[] name) {
        return Posix.status(directory, name) < 0 ? null : seen();
    }

    private static Seen seen() {
        return new Seen(Statx.inode(), Statx.permissions(), Statx.modified());
    }

    @Override
    public long listedInode(int directory, byte[] name) {
        int again = Posix.openEntry(directory, ITSELF, Posix.READ_ONLY | Posix.DIRECTORY, 0);
        if (again < 0) return 0;
        try {
            int length = Posix.directoryRecords(again);
            while (length > 0) {
                long inode = inodeOf(name, length);
                if (inode != 0) return inode;
                length = Posix.directoryRecords(again);
            }
            return 0;
        } finally {
            Posix.closeDescriptor(again);
        }
    }

    private static long inodeOf(byte[] name, int length) {
        var data = Scratch.ofThisThread().data;
        byte[] found = new byte[name.length + 1];
        for (int at = 0; at < length; at += data.getShort(at + LENGTH_AT) & 0xffff) {
            if ((data.getShort(at + LENGTH_AT) & 0xffff) < NAME_AT + found.length) continue;
            data.get(at + NAME_AT, found);
            boolean isIt = found[name.length] == 0 && Arrays.equals(found, 0, name.length, name, 0, name.length);
            if (isIt) return data.getLong(at);
        }
        return 0;
    }

    @Override
    public int renameNew(int directory, byte[] from, byte[] to) {
        return Posix.renameNew(directory, from, directory, to);
    }

    @Override
    public int link(int directory, byte[] from, byte[] to) {
        return Posix.link(directory, from, directory, to);
    }

    @Override
    public int unlink(int directory, byte[] name) {
        return Posix.unlinkFile(directory, name);
    }

    @Override
    public int reserve(int file, long bytes) {
        return Posix.reserve(file, 0, bytes);
    }

    @Override
    public int punchHole(int file, long bytes) {
        return Posix.punchHole(file, 0, bytes);
    }

    @Override
    public boolean copiesOnWrite(int file) {
        return COPIES_ON_WRITE.contains(type(file));
    }

    @Override
    public boolean isInUserSpace(int file) {
        return type(file) == FUSE;
    }

    @Override
    public long inheritedProject(int directory) {
        return Posix.inheritedProject(directory);
    }

    @Override
    public boolean renamesFreely(int directory) {
        return FileSystemProbe.isForcedAsAWhole(type(directory));
    }

    @Override
    public int rename(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
        return Posix.rename(fromDirectory, from, toDirectory, to);
    }

    private static long type(int file) {
        return Posix.fileSystem(file) < 0 ? 0 : Scratch.ofThisThread().structure.getLong(TYPE) & 0xffff_ffffL;
    }
}
