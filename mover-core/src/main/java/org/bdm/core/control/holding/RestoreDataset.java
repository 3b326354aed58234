package org.bdm.core.control.holding;

import java.util.Objects;

/** Asks for the files of a dataset version back from the quarantine. */
public record RestoreDataset(String dataset) {
    /** Refuses a message without a dataset. */
    public RestoreDataset {
        Objects.requireNonNull(dataset, "dataset is missing");
    }
}
