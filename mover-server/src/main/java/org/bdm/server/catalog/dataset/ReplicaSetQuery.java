package org.bdm.server.catalog.dataset;

import java.util.Optional;
import org.bdm.server.catalog.db.RowPage;
import org.jspecify.annotations.Nullable;

/**
 * A query for stored replica sets, in the order of their names.
 *
 * @param prefix how the name begins, in any case; empty for all
 * @param retracted only retracted ones, or only others
 * @param latest only latest versions, or only others
 * @param divergent only those with several variants, or only others
 * @param node only those that this data node is said to have
 * @param cursor of the page before; null for the first
 * @param rowsMax 1 to {@link RowPage#ROWS_MAX}
 */
public record ReplicaSetQuery(
        String prefix,
        Optional<Boolean> retracted,
        Optional<Boolean> latest,
        Optional<Boolean> divergent,
        Optional<String> node,
        @Nullable String cursor,
        int rowsMax) {
    /** All whose names begin so. */
    public static ReplicaSetQuery ofPrefix(String prefix, @Nullable String cursor, int rowsMax) {
        return new ReplicaSetQuery(
                prefix, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), cursor, rowsMax);
    }
}
