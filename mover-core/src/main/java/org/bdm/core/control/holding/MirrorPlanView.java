package org.bdm.core.control.holding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mirror job behind a plan of removal.
 *
 * @param job its id
 * @param destinationFiles files and symbolic links that were found at the destination
 * @param confirmCount the number that has to be repeated to apply the plan, since it takes more than half of the destination; null if none has to be
 * @param largest directories with the most bytes in the plan, largest first
 */
public record MirrorPlanView(
        String job, long destinationFiles, @Nullable Long confirmCount, List<PurgeDirectoryView> largest) {
    /** Copies the list. */
    public MirrorPlanView {
        largest = List.copyOf(largest);
    }
}
