package org.bdm.core.control.holding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mirror job behind a plan of removal.
 *
 * @param job its id
 * @param destinationFiles files and symbolic links that were found at the destination
 * @param confirmCount the number that has to be repeated to apply the plan, since it takes more than half of the destination,
 *     or a directory looks odd; null if none has to be
 * @param cautions directories that look as if their file system were not mounted at the source, as sentences
 * @param largest directories with the most bytes in the plan, largest first
 */
public record MirrorPlanView(
        String job,
        long destinationFiles,
        @Nullable Long confirmCount,
        List<String> cautions,
        List<PurgeDirectoryView> largest) {
    /** Copies the lists. */
    public MirrorPlanView {
        cautions = cautions == null ? List.of() : List.copyOf(cautions);
        largest = List.copyOf(largest);
    }
}
