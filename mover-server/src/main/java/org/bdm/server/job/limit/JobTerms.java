package org.bdm.server.job.limit;

import org.bdm.server.catalog.job.JobRequest;

/**
 * The terms on which a job takes its part of limits.
 *
 * @param bytesPerSecondMax its own limit; 0 is none
 * @param priority as the catalog keeps it: 1 to 5, 5 first
 */
public record JobTerms(long bytesPerSecondMax, int priority) {
    /** Of work that belongs to no job, or to several. */
    static final int USUAL_PRIORITY = 3;

    private static final int FIRST = 5;

    /** Refuses a priority that there is not. */
    public JobTerms {
        if (priority < 1 || priority > FIRST) throw new IllegalArgumentException("priority is not 1 to 5: " + priority);
    }

    /** Those that the request of a job has now. */
    public static JobTerms of(JobRequest request) {
        return new JobTerms(request.maxRateBytesPerSecond(), request.priority());
    }

    /** Returns the weight of one session in a shared limit: each step of the priority doubles it, from 1 to 16. */
    static int weight(int priority) {
        return 1 << (priority - 1);
    }
}
