package org.bdm.core.control.dataset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dataset version that indexes know.
 *
 * @param latest True if the indexes name no newer version.
 * @param files Number of files, as most nodes say; null if none says. Such as {@code 12}.
 * @param bytes Sum of the sizes of its files in bytes, as most nodes say; null if none says. Such as {@code 524288000}.
 * @param indexes Names of the indexes that know it. Such as {@code [west]}.
 */
public record FoundDatasetView(
        String instanceId,
        String project,
        boolean latest,
        boolean retracted,
        @Nullable Long files,
        @Nullable Long bytes,
        List<String> nodes,
        List<String> indexes) {
    /** An absent list is an empty one. */
    public FoundDatasetView {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        indexes = indexes == null ? List.of() : List.copyOf(indexes);
    }
}
