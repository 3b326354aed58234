package org.bdm.core.store.local;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.bdm.core.store.StorePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes durable what is there already, whoever made it. A few entries are forced one by one. For many, one call forces all that their file
 * systems hold: where nothing is dirty that costs no more than one force. Any thread.
 */
final class EntryForces {
    /** So many at most are forced one by one where there is another way. */
    static final int ONE_BY_ONE_MAX = 100;

    private static final Logger LOG = LoggerFactory.getLogger(EntryForces.class);

    private final ExportTree tree;
    private final DurableDirectories directories;
    private final Consumer<StorePath> forceDirectory;

    /** After one failure the next force of a whole file system may succeed and prove nothing: it is not asked again. */
    private volatile boolean hasFailed;

    EntryForces(ExportTree tree, DurableDirectories directories, Consumer<StorePath> forceDirectory) {
        this.tree = tree;
        this.directories = directories;
        this.forceDirectory = forceDirectory;
    }

    void force(List<StorePath> entries) {
        Set<StorePath> parents = new LinkedHashSet<>();
        for (StorePath entry : entries) parents.add(entry.isRoot() ? entry : entry.parent());
        if (entries.size() > ONE_BY_ONE_MAX && !hasFailed && forceFileSystems(parents)) {
            for (StorePath parent : parents) {
                if (directories.isKnownUnsafe(parent)) forceDirectory.accept(parent);
            }
            return;
        }
        for (StorePath entry : entries) forceEntry(entry);
        Set<StorePath> all = new LinkedHashSet<>();
        for (StorePath parent : parents) all.addAll(directories.notKnownSafe(parent));
        all.addAll(parents);
        all.forEach(forceDirectory);
    }

    private void forceEntry(StorePath entry) {
        tree.refuseReserved(entry);
        int number = tree.openNumber(entry, Posix.READ_ONLY | Posix.NON_BLOCKING);
        if (number == -Errno.LOOP) return; // a symbolic link is durable with its name
        boolean isUnreadable = number == -Errno.ACCES || number == -Errno.PERM;
        if (isUnreadable && !hasFailed && forceFileSystems(Set.of(entry.parent()))) return;
        if (number < 0) throw Errno.reading(number, "open", tree.shown(entry));
        try (Descriptor opened = new Descriptor(number, tree.shown(entry))) {
            int result = Posix.sync(opened.borrow());
            opened.giveBack();
            if (result < 0) throw Errno.syncing(result, opened.what());
        }
    }

    /** False if one of them is of a kind whose force as a whole proves nothing, or failed. */
    private boolean forceFileSystems(Set<StorePath> directoriesThere) {
        Set<Long> forced = new HashSet<>();
        for (StorePath directory : directoriesThere) {
            try (Descriptor opened = tree.openToRead(directory, Posix.READ_ONLY | Posix.DIRECTORY)) {
                long device = FileSystemProbe.room(opened).device();
                if (forced.contains(device)) continue;
                if (!FileSystemProbe.isForcedAsAWhole(opened) || !forceFileSystem(opened)) return false;
                forced.add(device);
            }
        }
        return true;
    }

    private boolean forceFileSystem(Descriptor opened) {
        int number = opened.borrow();
        try {
            int result = Posix.syncFileSystem(number);
            if (result >= 0) return true;
            hasFailed = true;
            LOG.warn(
                    "{}",
                    Errno.syncing(result, "the file system of " + opened.what()).detail());
            return false;
        } finally {
            opened.giveBack();
        }
    }
}
