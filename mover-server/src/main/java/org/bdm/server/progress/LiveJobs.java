package org.bdm.server.progress;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.bdm.core.id.JobId;

/** The jobs that run on this node. Safe on any thread; asking never waits. */
public final class LiveJobs {
    private final Map<JobId, Supplier<LiveJob>> running = new ConcurrentHashMap<>();

    /** The work on a job begins; {@code look} is called on threads of those who ask. */
    public void began(JobId job, Supplier<LiveJob> look) {
        running.put(job, look);
    }

    /** The work on a job ended. */
    public void ended(JobId job) {
        running.remove(job);
    }

    /** What runs of a job now. */
    public LiveJob of(JobId job) {
        Supplier<LiveJob> look = running.get(job);
        return look == null ? LiveJob.NONE : look.get();
    }
}
