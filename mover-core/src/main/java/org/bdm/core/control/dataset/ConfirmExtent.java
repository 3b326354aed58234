package org.bdm.core.control.dataset;

/**
 * What a person saw of a dataset version and confirms to be all of it.
 *
 * @param files that are listed
 * @param bytes sum of their sizes
 */
public record ConfirmExtent(int files, long bytes) {}
