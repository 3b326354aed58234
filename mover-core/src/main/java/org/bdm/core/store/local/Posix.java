package org.bdm.core.store.local;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The system calls that Java lacks, or does only by way of a {@code String}. The only class that knows JNA.
 *
 * <p>Every call gives its result, or minus the errno: {@code -Errno.NOENT}. JNA keeps errno for the thread directly after the call, so the
 * value is right with any number of threads. An interrupted call is repeated, but not fsync and close, where that would be wrong.
 *
 * <p>Arguments are numbers and addresses only (JNA's direct mapping, well under a microsecond a call); names are copied to {@link Scratch}.
 * Structures are read by offset: statx, getdents64, open_how and statfs are laid out alike on every 64-bit Linux.
 */
final class Posix {
    static final Architecture ARCHITECTURE = Architecture.ofThisMachine().orElse(Architecture.X86_64);

    static final int READ_ONLY = 0;
    static final int READ_WRITE = 2;
    static final int CREATE_NEW = 0x40 | 0x80;
    static final int NON_BLOCKING = 0x800;
    static final int PATH_ONLY = 0x20_0000;
    static final int DIRECTORY = ARCHITECTURE.openDirectory;
    static final int DIRECT = ARCHITECTURE.openDirect;
    static final int EXCHANGE = 2;
    static final int UNNAMED_FILE = 0x40_0000 | DIRECTORY;

    /** Stands for the working directory; used with absolute names only. */
    static final int NO_DIRECTORY = -100;

    private static final int CLOSE_ON_EXEC = 0x8_0000;
    private static final int NO_FOLLOW = ARCHITECTURE.openNoFollow;
    private static final int OPENAT2_CALL = 437;
    private static final int OPEN_HOW_BYTES = 24;
    private static final long RESOLVE_BENEATH_WITHOUT_LINKS = 0x08 | 0x04 | 0x02;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int AT_REMOVEDIR = 0x200;
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_BASIC_AND_MOUNT = 0x17ff;
    private static final int RENAME_NOREPLACE = 1;
    private static final int FALLOCATE_KEEP_SIZE = 1;
    private static final int FALLOCATE_PUNCH_HOLE = 2;
    private static final int SEEK_DATA = 3;
    private static final int ADVICE_DONTNEED = 4;
    private static final int LOCK_EXCLUSIVE_OR_FAIL = 2 | 4;
    private static final int LOCK_SHARED_OR_FAIL = 1 | 4;
    private static final long TIME_NOW = 0x3fff_ffffL;
    private static final long GET_EXTENDED_FLAGS = 0x801c_581fL;
    private static final int EXTENDED_FLAG_PROJECT_INHERITED = 0x200;
    private static final int PROJECT = 12;
    private static final byte[] EMPTY = {};

    static {
        Native.register(Posix.class, NativeLibrary.getProcess());
    }

    private Posix() {}

    private static native long syscall(long number, long a, long b, long c, long d, long e);

    private static native int openat(int directory, long name, int flags, int mode);

    private static native int close(int descriptor);

    private static native int mkdirat(int directory, long name, int mode);

    private static native int linkat(int fromDirectory, long from, int toDirectory, long to, int flags);

    private static native int renameat(int fromDirectory, long from, int toDirectory, long to);

    private static native int unlinkat(int directory, long name, int flags);

    private static native int symlinkat(long target, int directory, long name);

    private static native long readlinkat(int directory, long name, long target, long targetBytes);

    private static native int futimens(int descriptor, long times);

    private static native int ioctl(int descriptor, long request, long argument);

    private static native int fchown(int descriptor, int owner, int group);

    private static native long fgetxattr(int descriptor, long name, long value, long size);

    private static native int fsetxattr(int descriptor, long name, long value, long size, int flags);

    private static native int fchmod(int descriptor, int mode);

    private static native int fsync(int descriptor);

    private static native int syncfs(int descriptor);

    private static native int fallocate(int descriptor, int mode, long offset, long length);

    private static native int ftruncate(int descriptor, long length);

    private static native long pread(int descriptor, long target, long length, long offset);

    private static native long pwrite(int descriptor, long source, long length, long offset);

    private static native long lseek(int descriptor, long offset, int whence);

    private static native int fstatfs(int descriptor, long structure);

    private static native int flock(int descriptor, int operation);

    private static native int posix_fadvise(int descriptor, long offset, long length, int advice);

    /** Address of the first byte of a direct buffer, without its position. */
    static long addressOf(ByteBuffer direct) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(direct));
    }

    /**
     * openat2 below {@code directory}, through no symbolic link of any kind, also not as the last name (but PATH_ONLY opens that link
     * itself). Always close-on-exec.
     */
    static int openBeneath(int directory, byte[] path, int flags) {
        SystemCall.OPEN.count();
        Scratch scratch = Scratch.ofThisThread();
        long name = scratch.first(path);
        scratch.structure.putLong(0, flags | NO_FOLLOW | CLOSE_ON_EXEC);
        scratch.structure.putLong(8, 0);
        scratch.structure.putLong(16, RESOLVE_BENEATH_WITHOUT_LINKS);
        long result;
        do {
            result = result(syscall(OPENAT2_CALL, directory, name, scratch.structureAddress(), OPEN_HOW_BYTES, 0));
        } while (result == -Errno.INTR);
        return (int) result;
    }

    /** openat of one name in a directory, not following it. Always close-on-exec. */
    static int openEntry(int directory, byte[] name, int flags, int mode) {
        SystemCall.OPEN.count();
        long address = Scratch.ofThisThread().first(name);
        int result;
        do {
            result = result(openat(directory, address, flags | NO_FOLLOW | CLOSE_ON_EXEC, mode));
        } while (result == -Errno.INTR);
        return result;
    }

    /** Opens a directory that the operator named, following symbolic links. */
    static int openTrusted(byte[] absolutePath) {
        SystemCall.OPEN.count();
        return result(openat(
                NO_DIRECTORY, Scratch.ofThisThread().first(absolutePath), PATH_ONLY | DIRECTORY | CLOSE_ON_EXEC, 0));
    }

    /** Closes once: after EINTR the number is free already. */
    static int closeDescriptor(int descriptor) {
        SystemCall.CLOSE.count();
        int result = result(close(descriptor));
        return result == -Errno.INTR ? 0 : result;
    }

    static int makeDirectory(int directory, byte[] name, int mode) {
        SystemCall.OTHER.count();
        return result(mkdirat(directory, Scratch.ofThisThread().first(name), mode));
    }

    /** A second name for a file; fails with EEXIST, never replaces. */
    static int link(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        return result(linkat(fromDirectory, scratch.first(from), toDirectory, scratch.second(to), 0));
    }

    /** rename: replaces what is there in one step. */
    static int rename(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
        SystemCall.RENAME.count();
        Scratch scratch = Scratch.ofThisThread();
        return result(renameat(fromDirectory, scratch.first(from), toDirectory, scratch.second(to)));
    }

    /** renameat2 with RENAME_NOREPLACE; EINVAL where the file system does not know it. */
    static int renameNew(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
        return rename(fromDirectory, from, toDirectory, to, RENAME_NOREPLACE);
    }

    /** renameat2; EINVAL where the file system does not know the flags. */
    static int rename(int fromDirectory, byte[] from, int toDirectory, byte[] to, int flags) {
        SystemCall.RENAME.count();
        Scratch scratch = Scratch.ofThisThread();
        return (int) result(syscall(
                ARCHITECTURE.renameat2Call,
                fromDirectory,
                scratch.first(from),
                toDirectory,
                scratch.second(to),
                flags));
    }

    static int unlinkFile(int directory, byte[] name) {
        SystemCall.OTHER.count();
        return result(unlinkat(directory, Scratch.ofThisThread().first(name), 0));
    }

    static int removeDirectory(int directory, byte[] name) {
        SystemCall.OTHER.count();
        return result(unlinkat(directory, Scratch.ofThisThread().first(name), AT_REMOVEDIR));
    }

    static int symbolicLink(byte[] target, int directory, byte[] name) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        return result(symlinkat(scratch.first(target), directory, scratch.second(name)));
    }

    /** Puts the target of a link into the data area of the thread's scratch; the empty name is the link open as {@code directory}. */
    static int readLink(int directory, byte[] name) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        return (int) result(readlinkat(directory, scratch.first(name), scratch.dataAddress(), Scratch.DATA_BYTES));
    }

    /** statx of one name, not following it, into the structure area of the thread's scratch. */
    static int status(int directory, byte[] name) {
        return statx(directory, name, AT_SYMLINK_NOFOLLOW);
    }

    /** statx of what is open. */
    static int statusOfOpen(int descriptor) {
        return statx(descriptor, EMPTY, AT_EMPTY_PATH);
    }

    /** statx of a path that the operator named, following symbolic links. */
    static int statusOfTrusted(byte[] absolutePath) {
        return statx(NO_DIRECTORY, absolutePath, 0);
    }

    private static int statx(int directory, byte[] name, int flags) {
        SystemCall.STATUS.count();
        Scratch scratch = Scratch.ofThisThread();
        long address = scratch.first(name);
        long result;
        do {
            result = result(syscall(
                    ARCHITECTURE.statxCall,
                    directory,
                    address,
                    flags,
                    STATX_BASIC_AND_MOUNT,
                    scratch.structureAddress()));
        } while (result == -Errno.INTR);
        return (int) result;
    }

    /** fstatfs into the structure area of the thread's scratch. */
    static int fileSystem(int descriptor) {
        SystemCall.OTHER.count();
        return result(fstatfs(descriptor, Scratch.ofThisThread().structureAddress()));
    }

    /** Next records of a directory, into the data area of the thread's scratch; bytes read, 0 at the end. */
    static int directoryRecords(int descriptor) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        return (int) result(
                syscall(ARCHITECTURE.getdents64Call, descriptor, scratch.dataAddress(), Scratch.DATA_BYTES, 0, 0));
    }

    /** Sets mtime, and atime to now: a time that is left out makes some file systems in user space (libfuse 2) ignore both. */
    static int modified(int descriptor, Instant time) {
        SystemCall.ATTRIBUTES.count();
        Scratch scratch = Scratch.ofThisThread();
        scratch.structure.putLong(0, 0).putLong(8, TIME_NOW);
        scratch.structure.putLong(16, time.getEpochSecond()).putLong(24, time.getNano());
        return result(futimens(descriptor, scratch.structureAddress()));
    }

    /** Returns the project that files made in this directory must have; -1 if it asks for none. */
    static long inheritedProject(int directory) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        scratch.structure.putLong(0, 0).putLong(8, 0);
        int result = result(ioctl(directory, GET_EXTENDED_FLAGS, scratch.structureAddress()));
        boolean isInherited = (scratch.structure.getInt(0) & EXTENDED_FLAG_PROJECT_INHERITED) != 0;
        return result >= 0 && isInherited ? scratch.structure.getInt(PROJECT) & 0xffff_ffffL : -1;
    }

    static int group(int descriptor, int group) {
        SystemCall.OTHER.count();
        return result(fchown(descriptor, -1, group));
    }

    /** Returns an extended attribute; null if there is none. */
    static byte @Nullable [] attribute(int descriptor, byte[] name) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        long length = result(fgetxattr(descriptor, scratch.first(name), scratch.dataAddress(), Scratch.DATA_BYTES));
        if (length <= 0) return null;
        byte[] value = new byte[(int) length];
        scratch.data.get(0, value);
        return value;
    }

    static int setAttribute(int descriptor, byte[] name, byte[] value) {
        SystemCall.OTHER.count();
        Scratch scratch = Scratch.ofThisThread();
        scratch.data.put(0, value);
        return result(fsetxattr(descriptor, scratch.first(name), scratch.dataAddress(), value.length, 0));
    }

    static int mode(int descriptor, int mode) {
        SystemCall.ATTRIBUTES.count();
        return result(fchmod(descriptor, mode));
    }

    /** fsync, once: an error is reported once by Linux, so a second call proves nothing. */
    static int sync(int descriptor) {
        SystemCall.SYNC.count();
        return result(fsync(descriptor));
    }

    /** syncfs: all of the file system that this descriptor is of; tells errors since Linux 5.8. */
    static int syncFileSystem(int descriptor) {
        SystemCall.SYNC.count();
        return result(syncfs(descriptor));
    }

    static int reserve(int descriptor, long offset, long length) {
        return fallocated(descriptor, FALLOCATE_KEEP_SIZE, offset, length);
    }

    /** Gives back the space of a range, which reads as zeros then. */
    static int punchHole(int descriptor, long offset, long length) {
        return fallocated(descriptor, FALLOCATE_KEEP_SIZE | FALLOCATE_PUNCH_HOLE, offset, length);
    }

    private static int fallocated(int descriptor, int mode, long offset, long length) {
        SystemCall.OTHER.count();
        int result;
        do {
            result = result(fallocate(descriptor, mode, offset, length));
        } while (result == -Errno.INTR);
        return result;
    }

    static int truncate(int descriptor, long length) {
        SystemCall.OTHER.count();
        int result;
        do {
            result = result(ftruncate(descriptor, length));
        } while (result == -Errno.INTR);
        return result;
    }

    /** pread to an address; fewer bytes than asked for are normal. */
    static long read(int descriptor, long target, long length, long offset) {
        SystemCall.READ.count();
        long result;
        do {
            result = result(pread(descriptor, target, length, offset));
        } while (result == -Errno.INTR);
        return result;
    }

    /** pwrite from an address; fewer bytes than asked for are normal. */
    static long write(int descriptor, long source, long length, long offset) {
        SystemCall.WRITE.count();
        long result;
        do {
            result = result(pwrite(descriptor, source, length, offset));
        } while (result == -Errno.INTR);
        return result;
    }

    /** The first data at or after {@code offset}; ENXIO if there is none. */
    static long seekData(int descriptor, long offset) {
        SystemCall.OTHER.count();
        return result(lseek(descriptor, offset, SEEK_DATA));
    }

    /** Locks for this process alone, or with others that do so, or says EAGAIN. */
    static int lock(int descriptor, boolean isShared) {
        SystemCall.OTHER.count();
        return result(flock(descriptor, isShared ? LOCK_SHARED_OR_FAIL : LOCK_EXCLUSIVE_OR_FAIL));
    }

    /** Asks the kernel to drop the clean pages of a file. */
    static int dropCached(int descriptor) {
        SystemCall.OTHER.count();
        return -posix_fadvise(descriptor, 0, 0, ADVICE_DONTNEED);
    }

    private static int result(int value) {
        return value == -1 ? -Native.getLastError() : value;
    }

    private static long result(long value) {
        return value == -1 ? -Native.getLastError() : value;
    }
}
