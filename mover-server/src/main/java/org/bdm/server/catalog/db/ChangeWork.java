package org.bdm.server.catalog.db;

import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bdm.core.id.JobId;

/** The tools of a change: the transaction's statements, one time for all, and counts that are merged before the commit. */
public final class ChangeWork {
    private final Statements sql;
    private final Instant now;
    private final Map<JobId, CountDelta> counts = new LinkedHashMap<>();
    private final Set<JobId> jobsWithEvents = new HashSet<>();

    ChangeWork(Statements sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

    public Statements sql() {
        return sql;
    }

    public Instant now() {
        return now;
    }

    /** Returns the change that this group makes to the counts of a job. */
    public CountDelta counts(JobId job) {
        return counts.computeIfAbsent(job, missing -> new CountDelta());
    }

    Map<JobId, CountDelta> allCounts() {
        return counts;
    }

    /** An event of this job was written: those who wait for it are told after the commit. */
    public void happenedTo(JobId job) {
        jobsWithEvents.add(job);
    }

    Set<JobId> jobsWithEvents() {
        return jobsWithEvents;
    }
}
