package org.bdm.core.control.holding;

/**
 * What came back from the quarantine.
 *
 * @param files how many
 */
public record RestoredDataset(String dataset, int files) {}
