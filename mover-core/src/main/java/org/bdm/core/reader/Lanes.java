package org.bdm.core.reader;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The lanes of one kind of one stream: as many read at once as there are working ones. Any thread. */
final class Lanes {
    private final Supplier<Lane> lane;
    private final List<Lane> all = new CopyOnWriteArrayList<>(); // hardly ever changed
    private boolean isClosed; // guarded by this

    /** One lane; {@code lane} makes another one. */
    Lanes(Supplier<Lane> lane) {
        this.lane = lane;
        all.add(lane.get());
    }

    /** So many lanes work from now on; those beyond end the block that they read. */
    synchronized void use(int number) {
        while (all.size() < number && !isClosed) all.add(lane.get());
        for (int i = 0; i < all.size(); i++) all.get(i).rest(i >= number);
    }

    /** Something may have changed: all have a turn. */
    void signal() {
        all.forEach(Lane::signal);
    }

    /** One of them found more than it can do at once. */
    void callOthers() {
        if (all.size() > 1) signal();
    }

    ReaderLoad load() {
        return all.stream().map(each -> each.times().sums()).reduce(ReaderLoad.NONE, ReaderLoad::plus);
    }

    synchronized void close() {
        isClosed = true;
        all.forEach(Lane::close);
    }
}
