package org.bdm.core.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps readers off files that the HSM of an export has moved away. An open file is judged before its first byte is read: opening sets off nothing,
 * reading would make the file system bring it. Any thread that may block.
 */
public final class OfflineFiles {
    private final Function<StorePath, String> shown;
    private volatile @Nullable Hsm hsm;

    /** With no HSM yet; {@code shown} gives paths for people. */
    public OfflineFiles(Function<StorePath, String> shown) {
        this.shown = shown;
    }

    /** Asks this HSM from now on. */
    public void watch(Hsm by) {
        hsm = by;
    }

    /** True if there is an HSM. */
    public boolean isWatched() {
        return hsm != null;
    }

    /** Returns the open file, if it may be read; else closes it and throws BEING_STAGED. */
    public ReadableFile readable(StorePath path, ReadableFile opened) {
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
                ErrorCode.BEING_STAGED, shown.apply(path) + what + "; " + asked.standing(path, presence));
    }

    /** Asks of all of them at once, so that each is known when it is opened. */
    public BatchOpen open(Store store, List<StorePath> files) {
        Hsm asked = hsm;
        if (asked != null && files.size() > 1) {
            var unused = asked.presence(files);
        }
        return BatchOpen.oneByOne(store, files);
    }

    /** As {@link Store#offline}. What is not there, or is no file, is not offline. */
    public Set<StorePath> offline(List<StorePath> files, BatchLook look) {
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

    /** As {@link Store#recall}. */
    public void recall(StorePath file) {
        Hsm asked = hsm;
        if (asked != null) asked.recall(file);
    }

    /** As {@link Store#recallToCheck}. */
    public boolean recallToCheck(StorePath file) {
        Hsm asked = hsm;
        return asked != null && asked.recallToCheck(file);
    }
}
