package org.bdm.core.store.local;

import static org.bdm.core.fault.ErrorCode.DESTINATION_EXISTS;
import static org.bdm.core.fault.ErrorCode.EXPORT_MISSING;
import static org.bdm.core.fault.ErrorCode.INVALID_PATH;
import static org.bdm.core.fault.ErrorCode.IS_A_DIRECTORY;
import static org.bdm.core.fault.ErrorCode.NAME_TOO_LONG;
import static org.bdm.core.fault.ErrorCode.NOT_A_DIRECTORY;
import static org.bdm.core.fault.ErrorCode.NO_SPACE;
import static org.bdm.core.fault.ErrorCode.PATH_BLOCKED;
import static org.bdm.core.fault.ErrorCode.PERMISSION;
import static org.bdm.core.fault.ErrorCode.QUOTA_EXCEEDED;
import static org.bdm.core.fault.ErrorCode.READ_BACK_FAILED;
import static org.bdm.core.fault.ErrorCode.READ_ONLY;
import static org.bdm.core.fault.ErrorCode.SOURCE_NOT_FOUND;
import static org.bdm.core.fault.ErrorCode.SOURCE_READ_ERROR;
import static org.bdm.core.fault.ErrorCode.SOURCE_UNREADABLE;
import static org.bdm.core.fault.ErrorCode.SPECIAL_FILE;
import static org.bdm.core.fault.ErrorCode.SYNC_FAILED;
import static org.bdm.core.fault.ErrorCode.TOO_LARGE;
import static org.bdm.core.fault.ErrorCode.TOO_MANY_OPEN_FILES;
import static org.bdm.core.fault.ErrorCode.UNSUPPORTED;
import static org.bdm.core.fault.ErrorCode.WRITE_ERROR;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The one table from Linux' error numbers to ours, once for reading and once for writing. Numbers are alike on all processors we run on. */
enum Errno {
    EPERM(Errno.PERM, SOURCE_UNREADABLE, PERMISSION, "not permitted"),
    ENOENT(Errno.NOENT, SOURCE_NOT_FOUND, WRITE_ERROR, "no such file or directory"),
    EINTR(Errno.INTR, SOURCE_READ_ERROR, WRITE_ERROR, "interrupted"),
    EIO(5, SOURCE_READ_ERROR, WRITE_ERROR, "input/output error"),
    ENXIO(Errno.NXIO, SPECIAL_FILE, WRITE_ERROR, "no such device"),
    EBADF(9, ErrorCode.INTERNAL, ErrorCode.INTERNAL, "bad descriptor"),
    EAGAIN(Errno.AGAIN, SOURCE_READ_ERROR, WRITE_ERROR, "try again"),
    ENOMEM(12, SOURCE_READ_ERROR, WRITE_ERROR, "out of memory"),
    EACCES(Errno.ACCES, SOURCE_UNREADABLE, PERMISSION, "permission denied"),
    EBUSY(16, SOURCE_READ_ERROR, WRITE_ERROR, "busy"),
    EEXIST(Errno.EXIST, SOURCE_READ_ERROR, DESTINATION_EXISTS, "it already exists"),
    EXDEV(Errno.XDEV, PATH_BLOCKED, UNSUPPORTED, "it is on another device"),
    ENODEV(19, SPECIAL_FILE, EXPORT_MISSING, "no such device"),
    ENOTDIR(Errno.NOTDIR, NOT_A_DIRECTORY, PATH_BLOCKED, "not a directory"),
    EISDIR(21, IS_A_DIRECTORY, DESTINATION_EXISTS, "it is a directory"),
    EINVAL(Errno.INVAL, SOURCE_READ_ERROR, WRITE_ERROR, "invalid argument"),
    ENFILE(23, TOO_MANY_OPEN_FILES, TOO_MANY_OPEN_FILES, "too many open files on this machine"),
    EMFILE(24, TOO_MANY_OPEN_FILES, TOO_MANY_OPEN_FILES, "too many open files in this process"),
    EFBIG(27, SOURCE_READ_ERROR, TOO_LARGE, "the file is too large for this file system"),
    ENOSPC(28, SOURCE_READ_ERROR, NO_SPACE, "no space left"),
    EROFS(30, SOURCE_READ_ERROR, READ_ONLY, "the file system is read-only"),
    EMLINK(Errno.MLINK, SOURCE_READ_ERROR, WRITE_ERROR, "too many links"),
    ENAMETOOLONG(36, NAME_TOO_LONG, NAME_TOO_LONG, "the name is too long"),
    ENOSYS(Errno.NOSYS, UNSUPPORTED, UNSUPPORTED, "the system lacks this call"),
    ENOTEMPTY(Errno.NOTEMPTY, SOURCE_READ_ERROR, DESTINATION_EXISTS, "the directory is not empty"),
    ELOOP(Errno.LOOP, PATH_BLOCKED, PATH_BLOCKED, "a symbolic link is in the way"),
    EILSEQ(84, INVALID_PATH, INVALID_PATH, "the file system does not accept these bytes as a name"),
    EOPNOTSUPP(Errno.NOTSUP, UNSUPPORTED, UNSUPPORTED, "the file system lacks this"),
    ENOTCONN(107, EXPORT_MISSING, EXPORT_MISSING, "the file system is not connected"),
    ESTALE(116, EXPORT_MISSING, EXPORT_MISSING, "the file handle is stale"),
    EDQUOT(122, SOURCE_READ_ERROR, QUOTA_EXCEEDED, "the quota is used up");

    static final int PERM = 1;
    static final int NOENT = 2;
    static final int INTR = 4;
    static final int NXIO = 6;
    static final int AGAIN = 11;
    static final int ACCES = 13;
    static final int EXIST = 17;
    static final int XDEV = 18;
    static final int NOTDIR = 20;
    static final int INVAL = 22;
    static final int MLINK = 31;
    static final int NOSYS = 38;
    static final int NOTEMPTY = 39;
    static final int LOOP = 40;
    static final int NOTSUP = 95;

    private final int number;
    private final ErrorCode reading;
    private final ErrorCode writing;
    private final String text;

    Errno(int number, ErrorCode reading, ErrorCode writing, String text) {
        this.number = number;
        this.reading = reading;
        this.writing = writing;
        this.text = text;
    }

    /**
     * The error of a call that read or looked.
     *
     * @param result minus the number, as {@link Posix} gives it
     * @param call the system call
     * @param where what it was about, escaped
     */
    static MoverException reading(long result, String call, String where) {
        for (Errno known : values()) {
            if (known.number == -result) return new MoverException(known.reading, known.detail(call, where));
        }
        return new MoverException(SOURCE_READ_ERROR, unknown(result, call, where));
    }

    /** The error of a call that would have changed something; parameters as {@link #reading}. */
    static MoverException writing(long result, String call, String where) {
        for (Errno known : values()) {
            if (known.number == -result) return new MoverException(known.writing, known.detail(call, where));
        }
        return new MoverException(WRITE_ERROR, unknown(result, call, where));
    }

    /** The error of fsync: what says neither space, quota nor read-only is SYNC_FAILED. Parameters as {@link #reading}. */
    static MoverException syncing(long result, String where) {
        MoverException error = writing(result, "fsync", where);
        return switch (error.code()) {
            case NO_SPACE, QUOTA_EXCEEDED, READ_ONLY, EXPORT_MISSING -> error;
            default -> new MoverException(SYNC_FAILED, error.detail());
        };
    }

    /** The error of reading what was written here: the disk is not known to hold it. Parameters as {@link #reading}. */
    static MoverException readingBack(long result, String call, String where) {
        MoverException error = writing(result, call, where);
        return error.code() == WRITE_ERROR ? new MoverException(READ_BACK_FAILED, error.detail()) : error;
    }

    private String detail(String call, String where) {
        return call + " of " + where + " failed: " + name() + " (" + text + ")";
    }

    private static String unknown(long result, String call, String where) {
        return call + " of " + where + " failed: errno " + -result;
    }
}
