package org.bdm.core.control.job;

/**
 * What of a job was not moved because the site held it already.
 *
 * @param files of which anything was taken from a held file
 * @param bytes that were copied from held files, or belong to files that are second names of held ones
 */
public record ReusedView(long files, long bytes) {}
