package org.bdm.core.control.dataset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dataset version that indexes know.
 *
 * @param instanceId its name
 * @param latest whether nothing newer was found
 * @param retracted whether any index says that it was withdrawn
 * @param files how many it has, as most nodes say; null if none says
 * @param bytes how long they are together, as most nodes say; null if none says
 * @param nodes data nodes that are said to have it
 * @param indexes that know it
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
