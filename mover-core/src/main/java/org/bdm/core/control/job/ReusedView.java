package org.bdm.core.control.job;

/**
 * The part of a job that was not transferred because the site held it.
 *
 * @param files Number of files of which anything was taken from a held file, at least 0. Such as {@code 12}.
 * @param bytes Bytes copied from held files, or of files that are second names of held ones, at least 0. Such as {@code 524288000}.
 */
public record ReusedView(long files, long bytes) {}
