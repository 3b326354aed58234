package org.bdm.server.catalog;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bdm.core.id.JobId;

/** What a change writes with: the transaction's statements, one time for all, and counts that are merged before the commit. */
final class ChangeWork {
    private final Statements sql;
    private final Instant now;
    private final Map<JobId, CountDelta> counts = new LinkedHashMap<>();

    ChangeWork(Statements sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

    Statements sql() {
        return sql;
    }

    Instant now() {
        return now;
    }

    /** What changes in the counts of a job. */
    CountDelta counts(JobId job) {
        return counts.computeIfAbsent(job, missing -> new CountDelta());
    }

    Map<JobId, CountDelta> allCounts() {
        return counts;
    }
}
