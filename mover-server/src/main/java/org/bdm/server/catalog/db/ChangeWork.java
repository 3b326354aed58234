package org.bdm.server.catalog.db;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.jspecify.annotations.Nullable;

/** The tools of a change: the transaction's statements, one time for all, and counts that are merged before the commit. */
public final class ChangeWork {
    /**
     * One thing to write: a statement or a few that succeed or fail together. May be applied more than once when the database asks for a
     * repetition, so it keeps no state of its own.
     */
    public interface Change<T> {
        /**
         * Writes, on the committer's thread, within a transaction that others share.
         *
         * @throws org.bdm.core.fault.MoverException to refuse: what this change wrote is undone, others are not touched
         */
        @Nullable T apply(ChangeWork work);
    }

    private final Statements sql;
    private final Instant now;
    private final Map<JobId, CountDelta> counts = new LinkedHashMap<>();
    private final List<NewEvent> events = new ArrayList<>();

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

    /** Writes an event with this change, as the last thing of its group; those who wait for events of its job are told after the commit. */
    public void happened(NewEvent event) {
        events.add(event);
    }

    List<NewEvent> events() {
        return events;
    }
}
