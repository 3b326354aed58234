package org.bdm.server.catalog.holding;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A stored replica set as narrow as completeness needs it.
 *
 * @param files of the chosen variant
 * @param nameSum of their names; null if it is not known
 * @param nodes the data nodes that any index names
 * @param contradiction how claims disagree about its extent; null if they do not, or if a person confirmed that the list is whole
 */
public record KnownDataset(
        String instanceId,
        boolean latest,
        boolean retracted,
        int files,
        long bytes,
        @Nullable Long nameSum,
        List<Node> nodes,
        @Nullable String contradiction) {
    /** Copies the list. */
    public KnownDataset {
        nodes = List.copyOf(nodes);
    }

    /**
     * The part of the dataset that one data node has.
     *
     * @param variant number of the variant that it holds, 0 for the chosen one; empty if no file is listed for it
     * @param files how many are listed for it
     */
    public record Node(String name, boolean retracted, OptionalInt variant, int files) {}
}
