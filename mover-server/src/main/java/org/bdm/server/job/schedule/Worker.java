package org.bdm.server.job.schedule;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.id.JobId;

/** A kind of long work that is leased from the catalog: listing, moving. Called on the scheduler's thread; may read the catalog. */
public interface Worker {
    /**
     * Leases and starts what can be started now, beside what runs; empty if there is nothing to do.
     *
     * @param wake to be called, on any thread, when this work has made work for another worker before it ended
     */
    List<RunningWork> start(List<RunningWork> running, Runnable wake);

    /**
     * The job was cancelled, and nothing of it runs here: what is in its place already without being recorded is recorded now, on another
     * thread. False if nobody can tell yet, because another process still works on a part of it: then it is asked again.
     */
    default CompletionStage<Boolean> settle(JobId job) {
        return CompletableFuture.completedFuture(true);
    }

    /** The job was cancelled and nothing of it runs: what it left unfinished is removed, on another thread. */
    default void discard(JobId job) {}
}
