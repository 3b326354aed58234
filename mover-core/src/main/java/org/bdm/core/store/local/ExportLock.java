package org.bdm.core.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;

/**
 * Lets one process write to an export, or several that share a catalog: two with catalogs of their own would use the same names in its work
 * areas. It is flock on the root directory, which leaves nothing behind and ends with the process. Where the file system has no such lock
 * (NFS), nothing is checked here; the name of the directory ({@link ExportIdFile}) tells whose it is everywhere.
 */
final class ExportLock {
    private static final Pattern HOLDER = Pattern.compile("FLOCK +\\S+ +(?:WRITE|READ) +(\\d+) +\\S+:(\\d+) ");

    private ExportLock() {}

    /**
     * Takes the lock; it lasts until the descriptor is closed.
     *
     * @param isShared with others that take it so
     * @throws MoverException ALREADY_RUNNING if another process, or another store of this one, has it
     */
    static Descriptor take(ExportTree tree, boolean isShared) {
        Descriptor directory = tree.openToRead(StorePath.ROOT, Posix.READ_ONLY | Posix.DIRECTORY);
        int number = directory.borrow();
        try {
            if (Posix.lock(number, isShared) != -Errno.AGAIN) return directory;
            String holder = Posix.statusOfOpen(number) < 0 ? "another process" : holder(Statx.inode());
            directory.close();
            throw new MoverException(
                    ErrorCode.ALREADY_RUNNING,
                    "export " + tree.shown(StorePath.ROOT) + " is in use for writing by " + holder);
        } finally {
            directory.giveBack();
        }
    }

    private static String holder(long inode) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/locks"))) {
                Matcher lock = HOLDER.matcher(line);
                if (lock.find() && lock.group(2).equals(Long.toString(inode))) return "process " + lock.group(1);
            }
        } catch (IOException unknown) {
            return "another process (cannot find out which: " + unknown.getMessage() + ")";
        }
        return "another process";
    }
}
