package org.bdm.server.catalog.tools;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogDatabase;

/** The progress of a move that fills this catalog. */
public final class MoveProgress {
    private MoveProgress() {}

    /**
     * Refuses a catalog that is only half here.
     *
     * @throws MoverException CATALOG_DAMAGED
     */
    public static void refuseUnfinished(CatalogDatabase database) {
        long unfinished = database.read(sql -> sql.number("SELECT COUNT(*) FROM move_progress WHERE NOT is_finished"));
        if (unfinished > 0) {
            throw new MoverException(
                    ErrorCode.CATALOG_DAMAGED,
                    "the move into " + database.location()
                            + " is not finished; continue it with 'mover-server catalog move'");
        }
    }
}
