package org.bdm.core.store.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.store.StorePath;

/**
 * Remembers which directories are known to be on stable storage: forced by this process after the last entry was made in them. A directory
 * that another thread made a moment ago, or a process that died since, may not be there after a power cut: who places files below asks here
 * and forces what is not known. Bounded: what is forgotten is forced once more. Any thread.
 */
final class DurableDirectories {
    private static final class Times {
        long changed;
        long forced = -1;

        Times(long changed) {
            this.changed = changed;
        }
    }

    private final int directoriesMax;
    private final LinkedHashMap<StorePath, Times> known = new LinkedHashMap<>(16, 0.75f, true);
    private long now;
    private long lastForgottenChange;

    DurableDirectories(int directoriesMax) {
        this.directoriesMax = directoriesMax;
    }

    /** An entry was made in the directory, or a force of it failed. */
    synchronized void changed(StorePath directory) {
        times(directory).changed = ++now;
    }

    /** Call before fsync; the result goes to {@link #forced}. */
    synchronized long begin() {
        return now;
    }

    /** The fsync that began at {@code begun} succeeded. */
    synchronized void forced(StorePath directory, long begun) {
        Times times = times(directory);
        times.forced = Math.max(times.forced, begun);
    }

    /** True when an entry was made in the directory, or a force of it failed, and no force has succeeded since. */
    synchronized boolean isKnownUnsafe(StorePath directory) {
        Times times = known.get(directory);
        return times != null && times.forced < times.changed;
    }

    /** The directories above {@code directory} that are not known to be safe, highest first. */
    synchronized List<StorePath> notKnownSafe(StorePath directory) {
        List<StorePath> unsafe = new ArrayList<>();
        for (int depth = 0; depth < directory.names().size(); depth++) {
            StorePath above = new StorePath(directory.names().subList(0, depth));
            Times times = known.get(above);
            if (times == null || times.forced < times.changed) unsafe.add(above);
        }
        return unsafe;
    }

    private Times times(StorePath directory) {
        Times times = known.computeIfAbsent(directory, absent -> new Times(lastForgottenChange));
        if (known.size() > directoriesMax) forgetEldest();
        return times;
    }

    private void forgetEldest() {
        Map.Entry<StorePath, Times> eldest = known.entrySet().iterator().next();
        lastForgottenChange = Math.max(lastForgottenChange, eldest.getValue().changed);
        known.remove(eldest.getKey());
    }
}
