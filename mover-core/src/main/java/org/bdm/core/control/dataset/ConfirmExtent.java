package org.bdm.core.control.dataset;

/**
 * Extent of a dataset version that a person confirms to be complete.
 *
 * @param files that are listed
 * @param bytes sum of their sizes
 */
public record ConfirmExtent(int files, long bytes) {}
