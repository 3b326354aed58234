package org.bdm.server.job.run;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.id.JobId;

/**
 * Since when jobs stand for the same cause: a job that is taken up again every minute and stops at once for the same cause has stood since
 * the first time. Known to this process only. Safe on any thread.
 */
final class EarlierPauses {
    private static final int JOBS_MAX = 10_000;

    private record Pause(String code, Instant since) {}

    private final Map<JobId, Pause> byJob = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<JobId, Pause> eldest) {
            return size() > JOBS_MAX;
        }
    };

    /** The job stands now for this cause. */
    synchronized Instant since(JobId job, String code, Instant now) {
        return byJob.merge(
                        job,
                        new Pause(code, now),
                        (before, after) -> before.code().equals(code) ? before : after)
                .since();
    }

    /** Some file of the job came to its end: what stood in its way is over. */
    synchronized void moved(JobId job) {
        byJob.remove(job);
    }
}
