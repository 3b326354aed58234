package org.bdm.core.control.plan;

/**
 * Files to transfer that are hard links of others at the source: each becomes a file of its own, or a hard link if the job keeps them.
 *
 * @param files Names beyond the first of each file, at least 1. Such as {@code 18}.
 * @param bytes How much more than at the source they take; of names that are kept, how much is not transferred. Such as {@code 37748736}.
 * @param areKept True if they become hard links at the destination: they are not among the files to transfer.
 */
public record PlanLinksView(long files, long bytes, boolean areKept) {}
