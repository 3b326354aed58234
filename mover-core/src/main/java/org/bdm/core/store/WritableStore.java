package org.bdm.core.store;

import java.time.Instant;
import java.util.List;
import org.bdm.core.id.JobId;

/**
 * A store that files are placed in. Nothing is ever deleted or replaced but own temporary files, what {@link PlaceMode#REPLACE} names,
 * directories with nothing in them, and what was moved into the {@link Quarantine} and is deleted there by name.
 *
 * <p>Errors beside those of {@link Store}: NO_SPACE, QUOTA_EXCEEDED, READ_ONLY, PERMISSION, WRITE_ERROR, NAME_TOO_LONG, PATH_BLOCKED,
 * DESTINATION_EXISTS, CONFINEMENT_UNAVAILABLE.
 */
public interface WritableStore extends ReceivingStore {
    /** The area of a job for work in progress: {@code EXPORT/.bdm/JOB}, made if it is not there, with parts where files go to other devices. */
    WorkArea workArea(JobId job);

    /** Files that nobody has decided about: they stay, whatever becomes of their jobs, until they are placed or deleted by name. */
    Quarantine quarantine();

    /** The jobs that have a work area. */
    List<JobId> workAreas();

    /**
     * Makes a directory and what is missing above it, with exactly these permission bits, whatever the umask. A directory that is there
     * keeps its own.
     *
     * @param mode permission bits, at most 07777
     * @return the directories above it whose entries are not known to be on stable storage, highest first: those that this call changed,
     *     those that another thread changed and has not forced yet, and those that this process never forced. Each must be {@linkplain
     *     #forceDirectory forced} before anything in them counts as durable; then they are not named again
     */
    List<StorePath> makeDirectories(StorePath directory, int mode);

    /** Removes a directory in which nothing is, in one step (rmdir); false where something is in it, or it cannot be removed. Never the root. */
    boolean removeDirectory(StorePath directory);

    /** Sets mtime and, if not negative, the permission bits of a directory that is there. */
    void setDirectoryAttributes(StorePath directory, Instant modified, int mode);

    /** Waits until the entries of a directory are on stable storage (fsync of the directory). */
    void forceDirectory(StorePath directory);
}
