package org.bdm.server.catalog.job;

import java.time.Instant;
import java.util.Set;
import org.bdm.server.catalog.db.RowPage;
import org.jspecify.annotations.Nullable;

/**
 * A query for jobs.
 *
 * @param cursor of the page before, of a query with the same order; null for the first
 * @param rowsMax 1 to {@link RowPage#ROWS_MAX}
 */
public record JobQuery(Filter filter, Order order, @Nullable String cursor, int rowsMax) {
    /** Checks the limit. */
    public JobQuery {
        if (rowsMax < 1 || rowsMax > RowPage.ROWS_MAX) throw new IllegalArgumentException("a page has 1 to 1,000 rows");
    }

    /** A query for jobs in these states and of this owner, newest first. */
    public static JobQuery newest(Set<JobState> states, @Nullable String owner, @Nullable String cursor, int rowsMax) {
        return new JobQuery(
                new Filter(states, owner, null, null, null), new Order(SortKey.CREATED_AT, true), cursor, rowsMax);
    }

    /**
     * The jobs that are asked for: those for which all of it is true.
     *
     * @param states empty for all
     * @param owner null for all
     * @param labelStart the label begins with it, letter by letter; null for all
     * @param labelPart the label has it somewhere, in capital or small letters; null for all
     * @param since created at this moment or later; null for all
     */
    public record Filter(
            Set<JobState> states,
            @Nullable String owner,
            @Nullable String labelStart,
            @Nullable String labelPart,
            @Nullable Instant since) {
        /** Copies the set. */
        public Filter {
            states = Set.copyOf(states);
        }
    }

    /** An order of the jobs; those with equal keys are in the order in which they were created, turned round if it descends. */
    public record Order(SortKey key, boolean isDescending) {}

    /** The property by which jobs are sorted. */
    public enum SortKey {
        CREATED_AT,
        /** A job that has not ended counts as one that ends after all others. */
        ENDED_AT,
        /** 1, the first, is the least. */
        PRIORITY,
        /** By the collation of the database. */
        LABEL,
        /** As {@link JobState} has them. */
        STATE
    }
}
