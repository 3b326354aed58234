package org.bdm.core.store.local;

import java.time.Instant;

/** Sets modes and times of directories. Throws errors of writing. */
final class DirectoryAttributes {
    private DirectoryAttributes() {}

    /** Sets the time and, if not negative, the mode of an open directory. */
    static void set(Descriptor opened, Instant modified, int mode) {
        int number = opened.borrow();
        try {
            int result = mode < 0 ? 0 : Inherited.setDirectoryMode(number, mode);
            if (result < 0) throw Errno.writing(result, "fchmod", opened.what());
            result = Posix.modified(number, modified);
            if (result < 0) throw Errno.writing(result, "futimens", opened.what());
        } finally {
            opened.giveBack();
        }
    }

    /** Sets the mode as asked for, whatever the umask; mkdir also leaves out a set-group-id bit that is asked for. */
    static void setMode(int above, byte[] name, int mode, String where) {
        int made = Posix.openEntry(above, name, Posix.READ_ONLY | Posix.DIRECTORY, 0);
        if (made < 0) throw Errno.writing(made, "open", where);
        try (Descriptor opened = new Descriptor(made, where)) {
            int result = Inherited.setDirectoryMode(made, mode);
            if (result < 0) throw Errno.writing(result, "fchmod", opened.what());
        }
    }
}
