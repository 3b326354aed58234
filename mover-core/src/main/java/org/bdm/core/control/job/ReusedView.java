package org.bdm.core.control.job;

/**
 * The part of a job that was not transferred because the site already held it.
 *
 * @param files of which anything was taken from a held file
 * @param bytes that were copied from held files, or belong to files that are second names of held ones
 */
public record ReusedView(long files, long bytes) {}
