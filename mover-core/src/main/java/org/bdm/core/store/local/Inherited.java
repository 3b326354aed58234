package org.bdm.core.store.local;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Group and access list that a file gets which is made in a directory, and that one made elsewhere and renamed into it does not get.
 *
 * @param group of the directory, if it has the set-group-id bit; {@link #NO_GROUP} if not
 * @param accessList the default one of the directory, as the kernel has it; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Inherited(int group, byte @Nullable [] accessList) {
    static final int NO_GROUP = -1;
    static final Inherited NOTHING = new Inherited(NO_GROUP, null);

    private static final int SET_GROUP_ID = 02000;
    private static final byte[] DEFAULT_LIST = "system.posix_acl_default".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LIST = "system.posix_acl_access".getBytes(StandardCharsets.US_ASCII);

    /** True if the directory hands nothing down. */
    boolean isNothing() {
        return group == NO_GROUP && accessList == null;
    }

    /** Looks at an open directory, whose status is the last one that this thread asked for. */
    static Inherited of(int directory) {
        int group = (Statx.permissions() & SET_GROUP_ID) == 0 ? NO_GROUP : Statx.group();
        byte[] list = Posix.attribute(directory, DEFAULT_LIST);
        return group == NO_GROUP && list == null ? NOTHING : new Inherited(group, list);
    }

    /** The set-group-id bit is inherited by directories: it stays though the mode that is asked for lacks it. */
    static int setDirectoryMode(int directory, int mode) {
        int result = Posix.statusOfOpen(directory);
        return result < 0 ? result : Posix.mode(directory, mode | (Statx.permissions() & SET_GROUP_ID));
    }

    /** Gives them to an open file. Whoever is no member of the group may not: then the file keeps its own, as the file system says. */
    int apply(int file) {
        int result = group == NO_GROUP ? 0 : Posix.group(file, group);
        if (result >= 0 && accessList != null) result = Posix.setAttribute(file, LIST, accessList);
        return result == -Errno.PERM || result == -Errno.NOTSUP ? 0 : result;
    }

    /** Sets the time and, if not negative, the mode of an open directory. */
    static void setAttributes(Descriptor opened, Instant modified, int mode) {
        int number = opened.borrow();
        try {
            int result = mode < 0 ? 0 : setDirectoryMode(number, mode);
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
            int result = setDirectoryMode(made, mode);
            if (result < 0) throw Errno.writing(result, "fchmod", opened.what());
        }
    }
}
