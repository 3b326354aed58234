package org.bdm.core.reader;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** Checks that a file is still the requested version (promise P6). */
final class VersionCheck {
    private VersionCheck() {}

    /** On opening: must be the version asked for, ctime included, as the peer may have bytes of it from an earlier run. */
    static void opened(StorePath path, FileVersion expected, FileStatus now) {
        if (now.kind() != FileKind.FILE) {
            throw new MoverException(ErrorCode.SPECIAL_FILE, path + " is no longer a regular file");
        }
        if (!now.version().equals(expected)) throw changed(path, expected, now.version());
    }

    /** After the last read: must be as on opening. */
    static void unchanged(StorePath path, FileVersion opened, FileVersion now) {
        if (!now.equals(opened)) throw changed(path, opened, now);
    }

    /** The file ended before its size. */
    static MoverException shorter(StorePath path, FileVersion expected, long end) {
        return new MoverException(
                ErrorCode.SOURCE_CHANGED, path + " ends at " + end + ", expected " + expected.size() + " bytes");
    }

    private static MoverException changed(StorePath path, FileVersion before, FileVersion now) {
        return new MoverException(
                ErrorCode.SOURCE_CHANGED, path + " changed: before " + shown(before) + ", now " + shown(now));
    }

    private static String shown(FileVersion version) {
        return version.size() + " bytes of " + version.modified() + ", inode " + version.inode() + ", ctime "
                + version.changed();
    }
}
