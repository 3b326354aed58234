package org.bdm.core.store;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of one export. Symbolic links are never followed, nothing outside the root is reached, and what has a
 * {@link ReservedName} is invisible. Safe on any thread that may block.
 *
 * <p>Errors are {@link org.bdm.core.fault.MoverException}: SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_READ_ERROR, NOT_A_DIRECTORY,
 * IS_A_DIRECTORY, SPECIAL_FILE, EXPORT_MISSING, PATH_BLOCKED (a component is a symbolic link).
 */
public interface Store {
    /** Returns the abilities of this store; fixed while it is open, but for traits of its file system, which are known once they were tried out. */
    StoreAbilities abilities();

    /** Returns the status of this path; empty if nothing is there. Never follows a symbolic link, also not the last one. */
    Optional<FileStatus> status(StorePath path);

    /** Looks at many paths, as one batch; the caller closes. */
    default BatchLook look() {
        return BatchLook.oneByOne(this);
    }

    /**
     * Entries of a directory in ascending order of unsigned bytes, so that a listing goes on after a restart: the same cursor gives the
     * same rest. Memory is bounded by about 32 bytes a name.
     *
     * @param after the last name of the page before; null for the first page
     * @param entriesMax at least 1
     */
    DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax);

    /** Opens a regular file; never blocks on a FIFO. BEING_STAGED if its {@link Hsm} has moved its bytes away: reading it would set off a recall. */
    ReadableFile open(StorePath file);

    /** Opens many files, in this order, as one batch; the caller closes. */
    default BatchOpen open(List<StorePath> files) {
        return BatchOpen.oneByOne(this, files);
    }

    /** True if an {@link Hsm} may have moved files of this store away. */
    default boolean mayHaveOffline() {
        return false;
    }

    /**
     * Returns those of these files that cannot be read now because their bytes are not on disk, or because their {@link Hsm} does not say where they
     * are; none where there is no HSM. Asks of all of them at once, and reads nothing.
     */
    default Set<StorePath> offline(List<StorePath> files) {
        return Set.of();
    }

    /** Wants a file that is offline brought to disk, as {@link Hsm#recall}. */
    default void recall(StorePath file) {
        // Where there is no HSM every file is on disk.
    }

    /**
     * Wants a file that is offline brought to disk so that it can be checked, if the settings of its HSM allow that for checks.
     *
     * @return false if it stays where it is
     */
    default boolean recallToCheck(StorePath file) {
        return false;
    }

    /**
     * Returns a path of this machine, as an absolute symbolic link has it, relative to the root: names and separators, empty for the root itself.
     * Nothing if it is not below.
     */
    default Optional<byte[]> belowRoot(byte[] absolutePath) {
        return Optional.empty();
    }

    /** Bytes that may still be written here, as statvfs tells an ordinary user. */
    long freeBytes();

    /** Size of the file system in bytes; empty where the store does not know it. */
    default OptionalLong totalBytes() {
        return OptionalLong.empty();
    }
}
