package org.bdm.core.control.holding;

/**
 * Result of restoring a dataset from the quarantine.
 *
 * @param files how many
 */
public record RestoredDataset(String dataset, int files) {}
