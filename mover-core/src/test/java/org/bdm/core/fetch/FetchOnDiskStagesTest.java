package org.bdm.core.fetch;

import java.time.Duration;
import java.util.List;
import org.bdm.core.destination.Destination;
import org.bdm.core.destination.StoreDestination;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.store.MemoryStore;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.writer.MarkPolicy;
import org.bdm.core.writer.WriterSettings;

/** With the writer and finisher that are shipped. */
class FetchOnDiskStagesTest extends FetchIntoContract {
    private static final MarkPolicy MARKS = new MarkPolicy(4 * BLOCK, Duration.ofMillis(50), 8 * BLOCK);

    private final MemoryStore store = new MemoryStore();

    @Override
    Destination destination() {
        return new StoreDestination(
                store, JOB, new WriterSettings(2, 2, 2, MARKS), new FinishOptions(false, PlaceMode.NEW, 0755), loop);
    }

    @Override
    boolean makesLinks() {
        return true;
    }

    @Override
    void die() {
        store.restart();
    }

    @Override
    List<String> unfinished() {
        return store.workArea(JOB).names().stream()
                .filter(name -> name.endsWith(".part"))
                .toList();
    }
}
