package org.bdm.server.job.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.id.JobId;

/**
 * When work that ended too early may be started again: after 1 s, 2 s, 4 s, .. at most a minute, so that what fails at once does not spin.
 * Kept in memory: a new process tries at once. Safe on any thread.
 */
public final class RetryTimes {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);
    private static final int DOUBLINGS_MAX = 6;

    private final Clock clock;
    private final Map<JobId, Retry> byJob = new HashMap<>(); // of failures of the last ten minutes only

    /** Nothing has failed yet. */
    public RetryTimes(Clock clock) {
        this.clock = clock;
    }

    private record Retry(int failures, Instant notBefore) {}

    /** The work on the job failed; gives when it may be started again. */
    public synchronized Instant failed(JobId job) {
        Instant now = clock.instant();
        byJob.values().removeIf(retry -> retry.notBefore().plus(FORGOTTEN_AFTER).isBefore(now));
        Retry before = byJob.get(job);
        int failures = before == null ? 1 : before.failures() + 1;
        Duration pause = Duration.ofSeconds(1L << Math.min(failures - 1, DOUBLINGS_MAX));
        Instant next = now.plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
        byJob.put(job, new Retry(failures, next));
        return next;
    }

    /** Returns how often the work on the job has failed since it last succeeded. */
    public synchronized int failures(JobId job) {
        Retry retry = byJob.get(job);
        return retry == null ? 0 : retry.failures();
    }

    /** The work on the job ended as it should. */
    public synchronized void succeeded(JobId job) {
        byJob.remove(job);
    }

    /** True if work on the job may be started now. */
    public synchronized boolean mayStart(JobId job) {
        Retry retry = byJob.get(job);
        return retry == null || !clock.instant().isBefore(retry.notBefore());
    }
}
