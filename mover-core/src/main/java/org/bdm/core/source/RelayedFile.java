package org.bdm.core.source;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.Epoch;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/** One file of a relay, and what is wanted of it while nobody has decided from where it comes. Owner only, but for the final fields. */
final class RelayedFile {
    private static final int LOSSES_MAX = 3;

    final StorePath path;
    final FileVersion listed;
    private final List<WantedFile> waiting = new ArrayList<>();
    private Epoch epoch;
    private @Nullable RelayPlace place;
    private volatile @Nullable FileVersion there;
    private int losses;

    RelayedFile(WantedFile first) {
        this.path = first.path();
        this.listed = first.expected();
        this.epoch = first.epoch();
    }

    /** The place that it comes from; null for the origin. */
    @Nullable RelayPlace place() {
        return place;
    }

    void comesFrom(RelayPlace from, FileVersion version) {
        place = from;
        there = version;
    }

    /** True if it is begun anew: what came of it was of no use. */
    boolean isBegunAnew(Epoch now) {
        return !epoch.equals(now);
    }

    void begunAnew(Epoch now) {
        epoch = now;
        place = null;
    }

    void comesFromOrigin() {
        place = null;
    }

    /** True if its connection was lost so often that another place is better. */
    boolean lost() {
        losses++;
        return losses >= LOSSES_MAX;
    }

    void waits(WantedFile wanted) {
        waiting.add(wanted);
    }

    List<WantedFile> takeWaiting() {
        List<WantedFile> taken = List.copyOf(waiting);
        waiting.clear();
        return taken;
    }

    /** The same want, as the place that has the file knows it. */
    WantedFile at(RelayPlace from, WantedFile wanted) {
        FileVersion version = there;
        if (version == null) throw new IllegalStateException(wanted.file() + " was not looked for");
        return new WantedFile(
                wanted.file(),
                wanted.epoch(),
                from.pathOf(wanted.path()),
                version,
                wanted.ranges(),
                wanted.packable(),
                List.of());
    }

    /** The version that whoever wants the file knows: the listed one, unless the file there has changed meanwhile. Any thread. */
    FileVersion shown(FileVersion told) {
        return told.equals(there) ? listed : told;
    }
}
