package org.bdm.core.control.holding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The mirror job behind a removal plan.
 *
 * @param job Id of the job whose listing no longer has the files. Such as {@code job-12}.
 * @param destinationFiles Number of files and symbolic links that were found at the destination; 0 until the plan is made. Such as {@code
 * 4210}.
 * @param confirmCount The number to repeat as confirmCount to apply the plan, since it takes more than half of the destination, a
 * directory looks odd, or it deletes from a bucket; null if none is needed. Such as {@code 2400}.
 * @param cautions Directories that look as if their file system were not mounted at the source, as sentences. Such as {@code CMIP6/B had 40
 * files and lists as empty now}.
 * @param largest The directories with the most bytes in the plan, largest first; at most 10.
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
