package org.bdm.core.control.dataset;

/**
 * The extent of a dataset version that a person confirms to be complete.
 *
 * @param files Number of files that are listed, as they were seen; another number is refused. Within {@code 0..}. Such as {@code 12}.
 * @param bytes Sum of their sizes in bytes, as it was seen; another sum is refused. Within {@code 0..}. Such as {@code 524288000}.
 */
public record ConfirmExtent(int files, long bytes) {}
