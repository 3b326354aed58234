package org.bdm.core.control.link;

import org.jspecify.annotations.Nullable;

/**
 * Files that were moved, of one group.
 *
 * @param group a day, a month, a project, a source, or the id of a subscription; empty for what has none, and for all together
 * @param label name for people of a subscription; null if it has none, and for other groups
 * @param files that arrived
 * @param bytes sum of their sizes
 * @param datasets dataset versions of which at least one file arrived
 */
public record StatisticsGroupView(String group, @Nullable String label, long files, long bytes, long datasets) {}
