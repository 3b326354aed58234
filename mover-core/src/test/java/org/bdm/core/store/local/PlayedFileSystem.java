package org.bdm.core.store.local;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A file system that lacks something, played on top of a real one. Everything is as that one has it, until it is set otherwise. */
class PlayedFileSystem implements TrialCalls {
    private final KernelTrialCalls real = new KernelTrialCalls();
    private final Map<Long, Long> projects = new ConcurrentHashMap<>();
    private final Map<Long, Boolean> apart = new ConcurrentHashMap<>();
    private long nextInode = 1;
    int renameNewSays;
    int linkSays;
    int chmodSays;
    boolean chmodDoesNothing;
    boolean numbersFilesItself;
    boolean forgetsTimes;
    long granularityNanos = 1;
    int punchSays;
    boolean compresses;
    boolean isInUserSpace;

    /** Files made below this directory must have the project. */
    void project(long inodeOfDirectory, long project) {
        projects.put(inodeOfDirectory, project);
    }

    /** The directory takes no file from another one. */
    void apart(long inodeOfDirectory) {
        apart.put(inodeOfDirectory, true);
    }

    @Override
    public int create(int directory, byte[] name) {
        return real.create(directory, name);
    }

    @Override
    public int close(int file) {
        return real.close(file);
    }

    @Override
    public int mode(int file, int mode) {
        return chmodSays < 0 || chmodDoesNothing ? chmodSays : real.mode(file, mode);
    }

    @Override
    public int modified(int file, Instant time) {
        if (forgetsTimes) return 0;
        long seconds = Math.max(1, granularityNanos / 1_000_000_000L);
        Instant cut = Instant.ofEpochSecond(
                time.getEpochSecond() / seconds * seconds,
                granularityNanos >= 1_000_000_000L ? 0 : time.getNano() / granularityNanos * granularityNanos);
        return real.modified(file, cut);
    }

    @Override
    public @Nullable Seen seenOpen(int file) {
        return real.seenOpen(file);
    }

    @Override
    public @Nullable Seen seen(int directory, byte[] name) {
        Seen seen = real.seen(directory, name);
        if (seen == null || !numbersFilesItself) return seen;
        return new Seen(nextInode++, seen.mode(), seen.modified());
    }

    @Override
    public long listedInode(int directory, byte[] name) {
        return numbersFilesItself ? 0xffff_ffffL : real.listedInode(directory, name);
    }

    @Override
    public int renameNew(int directory, byte[] from, byte[] to) {
        return renameNewSays < 0 ? renameNewSays : real.renameNew(directory, from, to);
    }

    @Override
    public int link(int directory, byte[] from, byte[] to) {
        return linkSays < 0 ? linkSays : real.link(directory, from, to);
    }

    @Override
    public int unlink(int directory, byte[] name) {
        return real.unlink(directory, name);
    }

    @Override
    public int reserve(int file, long bytes) {
        return real.reserve(file, bytes);
    }

    @Override
    public int punchHole(int file, long bytes) {
        return punchSays < 0 ? punchSays : real.punchHole(file, bytes);
    }

    @Override
    public boolean copiesOnWrite(int file) {
        return compresses;
    }

    @Override
    public boolean isInUserSpace(int file) {
        return isInUserSpace;
    }

    @Override
    public long inheritedProject(int directory) {
        Seen seen = real.seenOpen(directory);
        return seen == null ? -1 : projects.getOrDefault(seen.inode(), -1L);
    }

    @Override
    public boolean renamesFreely(int directory) {
        return apart.isEmpty();
    }

    @Override
    public int rename(int fromDirectory, byte[] from, int toDirectory, byte[] to) {
        Seen target = real.seenOpen(toDirectory);
        if (target != null && apart.containsKey(target.inode())) return -Errno.XDEV;
        return real.rename(fromDirectory, from, toDirectory, to);
    }
}
