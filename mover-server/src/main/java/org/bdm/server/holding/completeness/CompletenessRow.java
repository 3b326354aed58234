package org.bdm.server.holding.completeness;

import java.util.List;
import org.bdm.server.catalog.holding.DatasetMark;
import org.jspecify.annotations.Nullable;

/**
 * One dataset version at all sites.
 *
 * @param files how many there should be; 0 if nobody says
 * @param bytes sum of the sizes that are known
 * @param latest false also if it is not known
 * @param mark what is said against what we hold of it; null for nothing
 * @param cells one for each site of the matrix, in its order
 */
public record CompletenessRow(
        String instanceId,
        int files,
        long bytes,
        boolean latest,
        boolean retracted,
        @Nullable DatasetMark mark,
        List<CompletenessCell> cells) {
    /** Copies the list. */
    public CompletenessRow {
        cells = List.copyOf(cells);
    }
}
