package org.bdm.server.upkeep;

import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.holding.HoldingState;

/** Chooses the policy for a dataset whose mark is in force. */
public interface PolicyChoice {
    /** The policy; asked anew with every pass. */
    HoldingPolicy of(DatasetMark mark);

    /** The same for all datasets. */
    static PolicyChoice always(HoldingPolicy onRetracted, HoldingPolicy onSuperseded) {
        return mark -> mark.state() == HoldingState.RETRACTED ? onRetracted : onSuperseded;
    }
}
