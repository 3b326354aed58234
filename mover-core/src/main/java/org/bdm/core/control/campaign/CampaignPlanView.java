package org.bdm.core.control.campaign;

/**
 * The files that a campaign would replicate. Files that are at a destination already count, too.
 *
 * @param files Number of files of the selection, at least 0. Such as {@code 1200}.
 * @param bytes Sum of the sizes of these files, in bytes, at least 0. Such as {@code 52428800000}.
 * @param destinations Number of sites that receive it, at least 1. Such as {@code 2}.
 * @param totalFiles Number of files over all destinations, at least 0. Such as {@code 8400}.
 * @param totalBytes Bytes over all destinations, at least 0: the number to confirm. Such as {@code 2800000000000}.
 * @param complete False if counting took too long, or sizes are not known: there is more.
 * @param needsConfirmation True if confirmBytes or yes is needed to create it.
 */
public record CampaignPlanView(
        long files,
        long bytes,
        int destinations,
        long totalFiles,
        long totalBytes,
        boolean complete,
        boolean needsConfirmation) {}
