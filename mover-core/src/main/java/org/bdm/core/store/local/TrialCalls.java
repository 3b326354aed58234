package org.bdm.core.store.local;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The calls by which a file system is tried out, so that a test can play one. Results as those of {@link Posix}. */
interface TrialCalls {
    /**
     * An entry as it is seen.
     *
     * @param inode number
     * @param mode permission bits
     */
    record Seen(long inode, int mode, Instant modified) {}

    /** Makes a new empty file and opens it. */
    int create(int directory, byte[] name);

    int close(int file);

    int mode(int file, int mode);

    int modified(int file, Instant time);

    /** Looks at what is open; null if that fails. */
    @Nullable Seen seenOpen(int file);

    /** Looks at an entry by its name; null if that fails. */
    @Nullable Seen seen(int directory, byte[] name);

    /** Returns the inode number that the listing of the directory has for this entry; 0 if it is not listed. */
    long listedInode(int directory, byte[] name);

    /** Renames within the directory, and never replaces. */
    int renameNew(int directory, byte[] from, byte[] to);

    int link(int directory, byte[] from, byte[] to);

    int unlink(int directory, byte[] name);

    int reserve(int file, long bytes);

    int punchHole(int file, long bytes);

    /** True where new bytes never go to the place of old or reserved ones, or are compressed: space that is reserved is taken twice. */
    boolean copiesOnWrite(int file);

    /** True where the kernel asks a process for everything (FUSE). */
    boolean isInUserSpace(int file);

    /** Returns the project that files must have which get a name in this directory; -1 if it asks for none. */
    long inheritedProject(int directory);

    /** True on a file system that is known to rename among all directories of a mount and a project. */
    boolean renamesFreely(int directory);

    /** Renames, and replaces what is there. */
    int rename(int fromDirectory, byte[] from, int toDirectory, byte[] to);
}
