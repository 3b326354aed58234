package org.bdm.core.control.holding;

/**
 * A directory with files of a removal plan.
 *
 * @param path Its path below the export, percent-escaped; empty for the export itself. Such as {@code CMIP6/CMIP/IPSL}.
 * @param files Number of files of the plan that are directly in it, at least 1. Such as {@code 12}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 524288000}.
 */
public record PurgeDirectoryView(String path, long files, long bytes) {}
