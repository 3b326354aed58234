package org.bdm.server.scheduler;

import java.util.List;

/** A kind of long work that is claimed from the catalog: listing, moving. Called on the scheduler's thread; may read the catalog. */
public interface Worker {
    /** Claims and starts what can be started now, beside what runs; empty if there is nothing to do. */
    List<RunningWork> start(List<RunningWork> running);
}
