package org.bdm.core.control.campaign;

/**
 * The files that a campaign would replicate. Files that are at a destination already are counted.
 *
 * @param files of the selection
 * @param bytes of the selection
 * @param destinations how many sites receive it
 * @param totalFiles over all destinations
 * @param totalBytes over all destinations; the number to confirm
 * @param complete false if counting took too long, or sizes are not known: there is more
 * @param needsConfirmation whether {@code confirmBytes} or {@code yes} is needed to create it
 */
public record CampaignPlanView(
        long files,
        long bytes,
        int destinations,
        long totalFiles,
        long totalBytes,
        boolean complete,
        boolean needsConfirmation) {}
