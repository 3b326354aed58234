package org.bdm.core.control.dataset;

/**
 * Extent of what a subscription finds now and its first run would take; nothing was created. Files that are at the destination already count.
 *
 * @param datasets latest versions that indexes know
 * @param files of all of them, as indexes say; a dataset of which none says has at least one
 * @param bytes of all of them, as far as indexes say
 * @param runDatasets what the first run takes of them, within the caps
 * @param runFiles files of these
 * @param runBytes bytes of these: the number to confirm
 * @param complete false if there may be more: an index did not answer in full, or counting took too long
 * @param needsConfirmation whether {@code confirmBytes} or {@code yes} is needed to create it
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
