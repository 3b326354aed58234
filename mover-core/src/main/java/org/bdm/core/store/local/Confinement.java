package org.bdm.core.store.local;

import java.util.Arrays;

/** The ways to open what lies below a directory without following a symbolic link, anywhere on the way. */
interface Confinement {
    /** The kernel guards the whole way in one call (openat2, Linux 5.6). */
    Confinement BENEATH = new Beneath();

    /** Name by name with O_NOFOLLOW. Good enough to read; a writable export wants {@link #BENEATH}. */
    Confinement STEPWISE = new Stepwise();

    /**
     * Opens {@code path}, names separated by '/', below the directory {@code root}; "." is the directory itself.
     *
     * @return a new descriptor, or minus the errno: ELOOP for a symbolic link on the way
     */
    int open(int root, byte[] path, int flags);

    /** True when it is good enough for a writable export. */
    boolean guardsWrites();

    /** Returns what this kernel can do, tested with the directory {@code root}. Some sandboxes forbid openat2 with EPERM. */
    static Confinement ofThisSystem(int root) {
        int probe = Posix.openBeneath(root, new byte[] {'.'}, Posix.PATH_ONLY | Posix.DIRECTORY);
        if (probe < 0) return STEPWISE;
        Posix.closeDescriptor(probe);
        return BENEATH;
    }

    /** One call; two for a path as long as paths may be, which is one byte more than Linux takes. */
    final class Beneath implements Confinement {
        private static final int PATH_BYTES_MAX = 4095;

        @Override
        public int open(int root, byte[] path, int flags) {
            if (path.length <= PATH_BYTES_MAX) return Posix.openBeneath(root, path, flags);
            int cut = PATH_BYTES_MAX;
            while (path[cut] != '/') cut--;
            int middle = Posix.openBeneath(root, Arrays.copyOf(path, cut), Posix.PATH_ONLY | Posix.DIRECTORY);
            if (middle < 0) return middle;
            try {
                return open(middle, Arrays.copyOfRange(path, cut + 1, path.length), flags);
            } finally {
                Posix.closeDescriptor(middle);
            }
        }

        @Override
        public boolean guardsWrites() {
            return true;
        }
    }

    /** Two calls a name. */
    final class Stepwise implements Confinement {
        @Override
        public int open(int root, byte[] path, int flags) {
            int cut = 0;
            while (cut < path.length && path[cut] != '/') cut++;
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
        private static int linkOrNot(int directory, byte[] name, int result) {
            if (result != -Errno.NOTDIR || Posix.status(directory, name) < 0) return result;
            return Statx.isSymbolicLink() ? -Errno.LOOP : result;
        }

        @Override
        public boolean guardsWrites() {
            return false;
        }
    }
}
