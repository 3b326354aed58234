package org.bdm.core.destination;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.bdm.core.finish.FinishOptions;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.writer.MarkPolicy;
import org.bdm.core.writer.WriterSettings;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;

/** On the file system of this machine. */
class StoreDestinationTest extends DestinationContract {
    @AutoClose("shutdownNow")
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);

    @TempDir
    private Path root;

    @AutoClose
    private LocalStore store;

    @Override
    protected Destination destination() {
        if (store == null) store = LocalStore.openWritable(new ExportRoot(new ExportName("in"), root));
        MarkPolicy marks = new MarkPolicy(1 << 20, Duration.ofHours(1), 2 << 20);
        FinishOptions finishing = new FinishOptions(false, PlaceMode.NEW, 0755);
        return new StoreDestination(store, JOB, new WriterSettings(2, 2, 2, marks), finishing, timer);
    }

    @Override
    protected void die() {
        // What it had written stays: the kernel has it.
    }

    @Override
    protected List<String> unfinished() {
        return store.workArea(JOB).names().stream()
                .filter(name -> name.endsWith(".part"))
                .toList();
    }
}
