package org.bdm.server.catalog.holding;

import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.db.RowPage;
import org.jspecify.annotations.Nullable;

/**
 * A query for holdings; null takes all.
 *
 * @param dataset instance id in any case
 * @param below a directory, or the file itself
 * @param cursor of the page before
 * @param rowsMax 1 to {@value RowPage#ROWS_MAX}
 */
public record HoldingQuery(
        @Nullable String dataset,
        @Nullable HoldingState state,
        @Nullable ExportName export,
        StorePath below,
        @Nullable String cursor,
        int rowsMax) {}
