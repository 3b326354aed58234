package org.bdm.server.catalog.db;

import org.jspecify.annotations.Nullable;

/**
 * One thing to write: a statement or a few that succeed or fail together. May be applied more than once when the database asks for a
 * repetition, so it keeps no state of its own.
 */
public interface CatalogChange<T> {
    /**
     * Writes, on the committer's thread, within a transaction that others share.
     *
     * @throws org.bdm.core.fault.MoverException to refuse: what this change wrote is undone, others are not touched
     */
    @Nullable T apply(ChangeWork work);
}
