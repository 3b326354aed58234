package org.bdm.core.control.plan;

/**
 * Files to transfer that are hard links of others at the source: each becomes a file of its own at the destination.
 *
 * @param files names beyond the first of each file
 * @param bytes how much more than at the source they take
 */
public record PlanLinksView(long files, long bytes) {}
