package org.bdm.core.control.dataset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file at a data node.
 *
 * @param url where plain HTTP finds it; null if the node offers other ways only
 * @param saysSize whether the node says the same size
 * @param saysDigests algorithms of the digests of the file that this node says, too
 * @param missing if the node did not have it when it was asked last; null also in a search, which does not look that up
 */
public record ReplicaCopyView(
        String node,
        @Nullable String url,
        boolean saysSize,
        List<String> saysDigests,
        @Nullable MissingCopyView missing) {
    /** An absent list is an empty one. */
    public ReplicaCopyView {
        saysDigests = saysDigests == null ? List.of() : List.copyOf(saysDigests);
    }
}
