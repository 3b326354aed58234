package org.bdm.core.control.holding;

/**
 * Result of restoring a dataset version from the quarantine.
 *
 * @param files Number of files that were moved back, at least 0. Such as {@code 12}.
 */
public record RestoredDataset(String dataset, int files) {}
