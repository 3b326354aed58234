package org.bdm.core.control.holding;

import java.util.List;
import org.bdm.core.control.ImportLineView;

/**
 * Result of registering the files of a list.
 *
 * @param format the one that was recognised, for example {@code digest-list}
 * @param adopted files that are holdings now, the different ones among them
 * @param bytes their sizes on disk
 * @param missing files that are not on disk, or in no export
 * @param different files whose size is not that of the list; they are DISPUTED
 * @param refused lines that name no file, or are not understood
 * @param troubles the first 1,000 of missing, different and refused, and warnings about files that were adopted
 */
public record HoldingListView(
        String format,
        long adopted,
        long bytes,
        long missing,
        long different,
        long refused,
        List<ImportLineView> troubles) {
    /** An absent list is an empty one. */
    public HoldingListView {
        troubles = troubles == null ? List.of() : List.copyOf(troubles);
    }
}
