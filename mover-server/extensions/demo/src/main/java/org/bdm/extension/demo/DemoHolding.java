package org.bdm.extension.demo;

import java.time.Instant;
import org.bdm.server.catalog.holding.HoldingState;

/** A made-up held file of a dataset. */
record DemoHolding(
        int number, int dataset, DemoDataset set, DemoDataset.Part part, HoldingState state, Instant arrived) {
    String export() {
        return DemoHoldings.export(set);
    }

    String path() {
        return set.directory() + "/" + part.name();
    }
}
