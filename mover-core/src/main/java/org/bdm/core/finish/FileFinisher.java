package org.bdm.core.finish;

import org.bdm.core.id.FileId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.ChunkRight;

/**
 * Brings files to their final names, for one job. Any thread; no call blocks; each call ends with exactly one
 * {@link FinishResult} at the {@link FinishListener}, except {@link #close}.
 *
 * <p>For every file: set attributes, force, compare digests (and read back if asked for), record PLACING and sync the journal, make
 * directories, require the {@link ChunkRight}, place, force each touched directory, look whether the final name has the inode that was
 * verified. Only then it is told as placed, and only then DONE may be said. Without the right nothing is placed: STALE_LEASE.
 */
public interface FileFinisher extends AutoCloseable {
    /** Calls that may be under way; one more throws TOO_MANY_REQUESTS. Each file holds an open file. */
    int FILES_MAX = 8_192;

    /** Finishes a file; its temporary file passes to the finisher, which closes it. */
    void finish(FileToFinish file);

    /**
     * After a crash, for a file with a PLACING record: tells it as placed if it is under its final name (nothing is read or sent again),
     * places the temporary file if it is still there and has its digest, else answers {@link FinishResult.NotRecovered}.
     */
    void recover(FileToRecover file);

    /**
     * Makes the file a hard link of one that is held, in the same steps as {@link #finish}. Answers {@link FinishResult.NotRecovered} if
     * that one is no longer what was verified, or the file system makes no such link: then the file has to be moved.
     */
    void link(FileToLink file);

    /** Makes a symbolic link; one with the same target that is already there is success. {@code target}: its bytes, 1 to 4,096. */
    void placeSymbolicLink(FileId file, byte[] target, StorePath destination, ChunkRight right);

    /** Makes a directory that holds no file, and what is missing above it; one that is there is success. */
    void makeDirectory(FileId file, StorePath destination, ChunkRight right);

    /** Returns the time spent so far. */
    FinishTimes times();

    /** Stops after the steps that are under way; files that have not ended hear nothing more, their temporary files are closed and stay. Waits. */
    @Override
    void close();
}
