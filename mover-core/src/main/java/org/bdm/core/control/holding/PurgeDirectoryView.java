package org.bdm.core.control.holding;

/**
 * A directory with files of a plan of removal.
 *
 * @param path below the export, percent-escaped
 * @param files of the plan that are directly in it
 * @param bytes sum of their sizes
 */
public record PurgeDirectoryView(String path, long files, long bytes) {}
