package org.bdm.server.catalog;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** How far a move has filled this catalog. */
final class MoveProgress {
    private MoveProgress() {}

    /**
     * Refuses a catalog that is only half here.
     *
     * @throws MoverException CATALOG_DAMAGED
     */
    static void refuseUnfinished(CatalogDatabase database) {
        long unfinished = database.read(sql -> sql.number("SELECT COUNT(*) FROM move_progress WHERE NOT is_finished"));
        if (unfinished > 0) {
            throw new MoverException(
                    ErrorCode.CATALOG_DAMAGED,
                    "the move into " + database.location()
                            + " is not finished; go on with 'mover-server catalog move'");
        }
    }
}
