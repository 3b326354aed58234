package org.bdm.server.catalog.holding;

import java.time.Instant;

/**
 * A holding whose file is in the quarantine of its export, or is just being moved there or back.
 *
 * @param number of the holding
 * @param dataset number of its dataset among those that are held
 * @param since when it was begun to move it
 */
public record KeptHolding(long number, long dataset, Holding holding, Instant since) {
    /** Returns its name in the quarantine. */
    public String keptAs() {
        return "holding-" + number;
    }
}
