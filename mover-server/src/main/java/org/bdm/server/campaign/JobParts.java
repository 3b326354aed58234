package org.bdm.server.campaign;

import org.bdm.core.control.Page;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.link.JobRatesView;
import org.bdm.server.catalog.job.Job;
import org.jspecify.annotations.Nullable;

/** Shows what belongs to a job of this site as the REST interface does; who may see it was decided before. Any thread that may block. */
public interface JobParts {
    /**
     * The files that are wanted.
     *
     * @param state only those in this state; null for all
     * @param q only those whose path below the root of the item begins with this; null for all
     * @param cursor of the page before; null for the first
     * @param rows 1 to 1,000
     */
    record FilesWanted(
            @Nullable String state,
            @Nullable String q,
            @Nullable String cursor,
            int rows) {
        /** The same with another number of rows. */
        public FilesWanted atMost(int other) {
            return new FilesWanted(state, q, cursor, other);
        }
    }

    /** Returns a page, which may be short and still have a next one; FILES_REMOVED, INVALID_REQUEST. */
    Page<FileView> files(Job job, FilesWanted wanted);

    /** Returns one file with its last attempts; FILES_REMOVED, UNKNOWN_FILE. */
    FileView file(Job job, String fileId);

    /** Returns events, oldest first, at most {@code rows}; FILES_REMOVED, INVALID_REQUEST. */
    Page<EventView> events(Job job, @Nullable String cursor, int rows);

    /** Returns decisions about numbers of workers, oldest first, at most {@code rows}; FILES_REMOVED, INVALID_REQUEST. */
    Page<JobDecisionView> decisions(Job job, @Nullable String cursor, int rows);

    /** Returns what the job moved, by time. */
    JobRatesView rates(Job job);

    /** Returns why the job is where it is. */
    ExplanationView explanation(Job job);

    /** Returns what the job did. */
    ReportView report(Job job);
}
