package org.bdm.server.catalog.history;

/**
 * Files that jobs moved to this site.
 *
 * @param group the value by which they were told apart: a day as 2026-01-31, a month as 2026-01, a project, a source, or the number of a
 *     subscription; empty for what has none
 * @param files at least 0
 * @param bytes sum of their sizes, at least 0
 * @param datasets dataset versions of which at least one file arrived
 */
public record ArrivedFiles(String group, long files, long bytes, long datasets) {}
