package org.bdm.core.control.holding;

import java.util.List;
import org.bdm.core.control.ImportLineView;

/**
 * Result of registering the files of a list.
 *
 * @param format Name of the format that was recognised in the content. Such as {@code digest-list}.
 * @param adopted Number of files that are holdings now, the different ones among them, at least 0. Such as {@code 1200}.
 * @param bytes Sum of their sizes on disk in bytes, at least 0. Such as {@code 52428800000}.
 * @param missing Number of files that are not on disk, or in no export, at least 0. Such as {@code 0}.
 * @param different Number of files whose size is not that of the list, at least 0; they are DISPUTED. Such as {@code 0}.
 * @param refused Number of lines that name no file, or are not understood, at least 0. Such as {@code 1}.
 * @param troubles The first 1,000 lines that are missing, different or refused, and warnings about files that were adopted.
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
