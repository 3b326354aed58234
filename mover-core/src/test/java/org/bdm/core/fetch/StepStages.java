package org.bdm.core.fetch;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.bdm.core.destination.Destination;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.WritableStore;
import org.bdm.core.transfer.TransferOptions;

/** Disk stages on virtual time. Each stage takes its steps in order, and each step takes a random moment. */
final class StepStages {
    final StepHasher hasher;
    final StepWorkers writers;
    private final VirtualTime time;
    private final Random random;

    /** Runs steps one after the other. */
    interface Steps {
        void next(Runnable step);
    }

    int filesOfWriterMax = Integer.MAX_VALUE;

    StepStages(VirtualTime time, Random random, int writerThreads) {
        this.time = time;
        this.random = random;
        this.writers = new StepWorkers(time, random, writerThreads);
        this.hasher = new StepHasher(steps());
    }

    private Steps steps() {
        long[] freeAt = new long[1];
        return step -> {
            long at = Math.max(freeAt[0], time.nanoTime()) + random.nextInt(1_000_000);
            freeAt[0] = at;
            var unused = time.schedule(step, at - time.nanoTime(), TimeUnit.NANOSECONDS);
        };
    }

    Destination destination(WritableStore store, JobId job, TransferOptions options, long bytesPerMark) {
        PlaceMode mode =
                options.onConflict() == TransferOptions.ConflictPolicy.OVERWRITE ? PlaceMode.REPLACE : PlaceMode.NEW;
        return new StepDestination(
                store,
                job,
                listener -> new StepWriter(store.workArea(job), listener, writers, bytesPerMark, filesOfWriterMax),
                listener -> new StepFinisher(store, store.workArea(job), mode, listener, steps()));
    }
}
