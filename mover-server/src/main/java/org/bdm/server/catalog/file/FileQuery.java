package org.bdm.server.catalog.file;

import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.db.RowPage;
import org.jspecify.annotations.Nullable;

/**
 * A query for files of a job, in the order they were listed.
 *
 * @param state only this one; null for all
 * @param pathPrefix only files whose path below the item's root, escaped as shown, begins with this; null for all
 * @param cursor of the page before; null for the first
 * @param rowsMax 1 to {@link RowPage#ROWS_MAX}
 */
public record FileQuery(
        JobId job,
        @Nullable FileState state,
        @Nullable String pathPrefix,
        @Nullable String cursor,
        int rowsMax) {
    /** Checks the limit. */
    public FileQuery {
        if (rowsMax < 1 || rowsMax > RowPage.ROWS_MAX) throw new IllegalArgumentException("a page has 1 to 1,000 rows");
    }
}
