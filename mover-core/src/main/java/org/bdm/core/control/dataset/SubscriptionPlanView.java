package org.bdm.core.control.dataset;

/**
 * The extent of what a subscription finds now, and of what its first run would take. Files that are at the destination already count, too.
 *
 * @param datasets Number of latest dataset versions that the indexes know, at least 0. Such as {@code 1200}.
 * @param files Number of their files, as the indexes say; a dataset of which none says has at least one. Such as {@code 14400}.
 * @param bytes Sum of their sizes in bytes, as far as the indexes say. Such as {@code 28000000000000}.
 * @param runDatasets Number of dataset versions that the first run takes, within the caps. Such as {@code 1200}.
 * @param runFiles Number of files of these. Such as {@code 14400}.
 * @param runBytes Sum of their sizes in bytes: the number to confirm. Such as {@code 28000000000000}.
 * @param complete False if there may be more: an index did not answer in full, or counting took too long.
 * @param needsConfirmation True if confirmBytes or yes is needed to create it.
 */
public record SubscriptionPlanView(
        long datasets,
        long files,
        long bytes,
        long runDatasets,
        long runFiles,
        long runBytes,
        boolean complete,
        boolean needsConfirmation) {}
