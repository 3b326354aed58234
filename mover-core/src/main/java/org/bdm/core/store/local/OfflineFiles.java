package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.Allocation;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.BatchOpen;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.Hsm;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * Keeps readers off files that the HSM of an export has moved away. An open file is judged before its first byte is read: opening sets off nothing,
 * reading would make the file system bring it. Any thread that may block.
 */
final class OfflineFiles {
    private static final int BLOCK_BYTES = 512; // the unit of st_blocks, whatever the blocks of the file system are

    private final ExportTree tree;
    private volatile @Nullable Hsm hsm;

    OfflineFiles(ExportTree tree) {
        this.tree = tree;
    }

    void watch(Hsm by) {
        hsm = by;
    }

    boolean isWatched() {
        return hsm != null;
    }

    /** The file, if it may be read; else closes it and throws BEING_STAGED. */
    LocalReadableFile readable(StorePath path, LocalReadableFile opened) {
        Hsm asked = hsm;
        if (asked == null || opened.statusWhenOpened().version().size() == 0) return opened;
        boolean isOnDisk = false;
        try {
            Presence presence = asked.presence(List.of(path)).getOrDefault(path, Presence.UNKNOWN);
            isOnDisk = presence == Presence.ON_DISK;
            if (!isOnDisk) throw offline(path, presence, asked);
            return opened;
        } finally {
            if (!isOnDisk) opened.close();
        }
    }

    private MoverException offline(StorePath path, Presence presence, Hsm asked) {
        String what = presence == Presence.OFFLINE ? " is offline" : " is perhaps offline: its HSM does not say";
        return new MoverException(
                ErrorCode.BEING_STAGED, tree.shown(path) + what + "; " + asked.standing(path, presence));
    }

    /** Asks of all of them at once, so that each is known when it is opened. */
    BatchOpen open(LocalStore store, List<StorePath> files) {
        Hsm asked = hsm;
        if (asked != null && files.size() > 1) {
            var unused = asked.presence(files);
        }
        return BatchOpen.oneByOne(store, files);
    }

    /** As {@link org.bdm.core.store.Store#offline}. What is not there, or is no file, is not offline. */
    Set<StorePath> offline(List<StorePath> files, BatchLook look) {
        Hsm asked = hsm;
        if (asked == null) return Set.of();
        List<StorePath> there = new ArrayList<>();
        for (StorePath file : files) if (hasBytes(look, file)) there.add(file);
        Map<StorePath, Presence> presence = asked.presence(there);
        Set<StorePath> offline = new HashSet<>(there);
        offline.removeIf(file -> presence.getOrDefault(file, Presence.UNKNOWN) == Presence.ON_DISK);
        return offline;
    }

    private static boolean hasBytes(BatchLook look, StorePath file) {
        try {
            Optional<FileStatus> status = look.status(file);
            return status.isPresent()
                    && status.get().kind() == FileKind.FILE
                    && status.get().version().size() > 0;
        } catch (MoverException e) {
            return false; // whoever opens it is told why
        }
    }

    void recall(StorePath file) {
        Hsm asked = hsm;
        if (asked != null) asked.recall(file);
    }

    boolean recallToCheck(StorePath file) {
        Hsm asked = hsm;
        return asked != null && asked.recallToCheck(file);
    }

    /** Looks at the blocks of a file and asks where its data begin; reads none of them. */
    static Allocation allocation(Descriptor opened) {
        int number = opened.borrow();
        try {
            int result = Posix.statusOfOpen(number);
            if (result < 0) throw Errno.reading(result, "statx", opened.what());
            long size = Statx.size();
            long allocated = Statx.blocks() * BLOCK_BYTES;
            boolean hasData = Posix.seekData(number, 0) != -Errno.NXIO;
            return new Allocation(size, allocated, hasData);
        } finally {
            opened.giveBack();
        }
    }
}
