package org.bdm.server.catalog.removal;

import java.time.Instant;
import org.bdm.server.catalog.holding.HoldingState;
import org.jspecify.annotations.Nullable;

/**
 * A file of a plan of removal that is in the quarantine.
 *
 * @param state of the holding that it was; null if it was none
 * @param since when the plan was applied
 */
public record QuarantinedFile(
        PurgePlan plan,
        PurgeFile file,
        @Nullable HoldingState state,
        @Nullable String dataset,
        Instant since) {
    /** Returns its name in the quarantine. */
    public String keptAs() {
        return plan.quarantinePrefix() + file.number();
    }
}
