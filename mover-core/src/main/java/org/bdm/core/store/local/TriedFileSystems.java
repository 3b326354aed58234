package org.bdm.core.store.local;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.StoreAbilities;

/** The abilities of the file systems of one export, each tried once, in the first own directory that is opened there. Any thread that may block. */
final class TriedFileSystems {
    /**
     * The mounts of this machine whose inode numbers say nothing: a process numbers the files as it comes to them (FUSE without {@code
     * use_ino}), and the same file has another number later.
     */
    private static final Set<Statx.Mount> UNSTABLE_INODES = ConcurrentHashMap.newKeySet();

    private final TrialCalls calls;
    private final Map<Statx.Mount, StoreAbilities> known = new ConcurrentHashMap<>();

    TriedFileSystems(TrialCalls calls) {
        this.calls = calls;
    }

    /** The calls by which file systems are tried out. */
    TrialCalls calls() {
        return calls;
    }

    /**
     * Returns the abilities of the file system of an own directory.
     *
     * @param mount which it is
     * @param mode permission bits of the directory
     * @throws MoverException why no file can be made there
     */
    StoreAbilities of(Descriptor directory, Statx.Mount mount, int mode) {
        StoreAbilities before = known.get(mount);
        if (before != null) return before;
        StoreAbilities found = tried(directory, mode);
        known.put(mount, found);
        noteInodes(mount, found.traits().stableInodes());
        return found;
    }

    /** True if inode numbers of this mount say nothing; cheap. */
    static boolean hasUnstableInodes(Statx.Mount mount) {
        return UNSTABLE_INODES.contains(mount);
    }

    /** True if there may be any such mount; cheaper. */
    static boolean isAnyUnstable() {
        return !UNSTABLE_INODES.isEmpty();
    }

    /** Notes what a trial has found. */
    static void noteInodes(Statx.Mount mount, boolean areStable) {
        if (areStable) UNSTABLE_INODES.remove(mount);
        else UNSTABLE_INODES.add(mount);
    }

    private StoreAbilities tried(Descriptor directory, int mode) {
        StoreAbilities abilities = FileSystemProbe.abilities(directory, true);
        int number = directory.borrow();
        try {
            FileSystemTraits traits = FileSystemTrial.of(calls, number, mode, directory.what());
            return new StoreAbilities(true, abilities.memoryOnly(), abilities.directRead(), traits);
        } finally {
            directory.giveBack();
        }
    }
}
