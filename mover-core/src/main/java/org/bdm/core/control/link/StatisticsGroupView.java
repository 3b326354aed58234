package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * Files that jobs moved to the site of this server, of one group.
 *
 * @param group A day, a month, a project, a source, or the id of a subscription; empty for what has none, and for all together. Such as
 * {@code 2026-11}.
 * @param label Name for people of a subscription; null if it has none, and for other groups. Such as {@code all of historical}.
 * @param files Number of files that arrived, at least 0. Such as {@code 42000}.
 * @param bytes Sum of their sizes in bytes, at least 0. Such as {@code 9895604649984}.
 * @param datasets Number of dataset versions of which at least one file arrived, at least 0. Such as {@code 1200}.
 */
public record StatisticsGroupView(String group, @Nullable String label, long files, long bytes, long datasets) {}
