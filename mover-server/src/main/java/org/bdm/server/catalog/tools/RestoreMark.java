package org.bdm.server.catalog.tools;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.RunningNumber;

/**
 * Marks a catalog as restored from a backup. What the site did after the backup is on disk and in the memory of people and programs, but not in
 * the catalog: numbers of jobs and events that were given then are not given again, and the work areas of exports are emptied before
 * the next job uses them.
 */
public final class RestoreMark {
    private static final long JOBS_LEFT_OUT = 1_000;
    private static final int EVENTS_LEFT_OUT = 1_000_000;

    private RestoreMark() {}

    /**
     * Marks a catalog that no process uses; for a database that was restored by its own means.
     *
     * @return number that the next job gets
     * @throws MoverException as {@code Catalog.open}; NOT_FOUND if there is no catalog
     */
    public static long set(CatalogLocation location) {
        try (CatalogDatabase database = CatalogDatabase.openAlone(location, CatalogExpectation.THERE)) {
            MoveProgress.refuseUnfinished(database);
            return set(database);
        }
    }

    static long set(CatalogDatabase database) {
        long nextJob = database.transact(sql -> {
            sql.update("UPDATE own_site SET restored_no = restored_no + 1");
            RunningNumber.EVENT.take(sql, EVENTS_LEFT_OUT);
            long last = RunningNumber.JOB.last(sql);
            long next = ((last + 1) / JOBS_LEFT_OUT + 2) * JOBS_LEFT_OUT;
            if (next > Integer.MAX_VALUE) throw new MoverException(ErrorCode.CATALOG_FULL, "no job numbers are left");
            RunningNumber.JOB.take(sql, (int) (next - 1 - last));
            return next;
        });
        database.force();
        return nextJob;
    }
}
