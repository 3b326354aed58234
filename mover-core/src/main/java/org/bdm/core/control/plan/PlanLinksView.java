package org.bdm.core.control.plan;

/**
 * Files to transfer that are hard links of others at the source.
 *
 * @param files names beyond the first of each file
 * @param bytes how much more than at the source they take; of names that are kept, how much is not transferred
 * @param areKept true if they become hard links at the destination; else each becomes a file of its own
 */
public record PlanLinksView(long files, long bytes, boolean areKept) {}
