package org.bdm.core.store.local;

import java.util.Arrays;

/** The two ways to open what lies below a directory without following a symbolic link, anywhere on the way. */
enum Confinement {
    /** The kernel guards the whole way in one call (openat2, Linux 5.6). */
    BENEATH {
        @Override
        int open(int root, byte[] path, int flags) {
            if (path.length < PATH_BYTES_MAX) return Posix.openBeneath(root, path, flags);
            int cut = lastSeparator(path, PATH_BYTES_MAX);
            int middle = Posix.openBeneath(root, Arrays.copyOf(path, cut), Posix.PATH_ONLY | Posix.DIRECTORY);
            if (middle < 0) return middle;
            try {
                return open(middle, Arrays.copyOfRange(path, cut + 1, path.length), flags);
            } finally {
                Posix.closeDescriptor(middle);
            }
        }
    },
    /** Name by name with O_NOFOLLOW. Good enough to read, but a writable export wants {@link #BENEATH}. */
    STEPWISE {
        @Override
        int open(int root, byte[] path, int flags) {
            int cut = firstSeparator(path);
            if (cut == path.length) return linkOrNot(root, path, Posix.openEntry(root, path, flags, 0));
            byte[] name = Arrays.copyOf(path, cut);
            int next = linkOrNot(root, name, Posix.openEntry(root, name, Posix.PATH_ONLY | Posix.DIRECTORY, 0));
            if (next < 0) return next;
            try {
                return open(next, Arrays.copyOfRange(path, cut + 1, path.length), flags);
            } finally {
                Posix.closeDescriptor(next);
            }
        }

        /** O_DIRECTORY says ENOTDIR of a symbolic link too. */
        private int linkOrNot(int directory, byte[] name, int result) {
            if (result != -Errno.NOTDIR || Posix.status(directory, name) < 0) return result;
            return Statx.isSymbolicLink() ? -Errno.LOOP : result;
        }
    };

    /** Linux takes names shorter than this in one call. */
    private static final int PATH_BYTES_MAX = 4096;

    /**
     * Opens {@code path}, names separated by '/', below the directory {@code root}; "." is the directory itself.
     *
     * @return a new descriptor, or minus the errno: ELOOP for a symbolic link on the way
     */
    abstract int open(int root, byte[] path, int flags);

    /** What this kernel can do, asked with the directory {@code root}. */
    static Confinement ofThisSystem(int root) {
        int probe = Posix.openBeneath(root, new byte[] {'.'}, Posix.PATH_ONLY | Posix.DIRECTORY);
        if (probe < 0) return STEPWISE;
        Posix.closeDescriptor(probe);
        return BENEATH;
    }

    private static int firstSeparator(byte[] path) {
        int at = 0;
        while (at < path.length && path[at] != '/') at++;
        return at;
    }

    private static int lastSeparator(byte[] path, int before) {
        int at = before - 1;
        while (path[at] != '/') at--;
        return at;
    }
}
