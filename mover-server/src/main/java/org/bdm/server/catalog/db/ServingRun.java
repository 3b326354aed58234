package org.bdm.server.catalog.db;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * A process that serves the catalog.
 *
 * @param node number of its node, the holder of leases
 * @param number grows with each start of the node; the transactions of an earlier run are refused
 */
public record ServingRun(long node, long number) {
    /** The error of a process whose node has begun another run, or was removed. */
    MoverException overtaken() {
        return new MoverException(
                ErrorCode.CATALOG_UNAVAILABLE,
                "node-" + node + " has been started again, was removed, or the catalog was taken over by a command:"
                        + " this process must end");
    }
}
