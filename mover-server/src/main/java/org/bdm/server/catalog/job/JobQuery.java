package org.bdm.server.catalog.job;

import java.util.Set;
import org.bdm.server.catalog.db.RowPage;
import org.jspecify.annotations.Nullable;

/**
 * A query for jobs, newest first.
 *
 * @param states only these; empty for all
 * @param owner only of this owner; null for all
 * @param cursor of the page before; null for the first
 * @param rowsMax 1 to {@link RowPage#ROWS_MAX}
 */
public record JobQuery(
        Set<JobState> states,
        @Nullable String owner,
        @Nullable String cursor,
        int rowsMax) {
    /** Copies the set and checks the limit. */
    public JobQuery {
        states = Set.copyOf(states);
        if (rowsMax < 1 || rowsMax > RowPage.ROWS_MAX) throw new IllegalArgumentException("a page has 1 to 1,000 rows");
    }
}
