package org.bdm.core.control.dataset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a file at a data node.
 *
 * @param url Address of the copy for plain HTTP; null if the node offers other ways only. Such as {@code https://esgf.example/data/tas.nc}.
 * @param saysSize True if the node says the same size.
 * @param saysDigests Algorithms of those digests of the file that this node says, too. Such as {@code [sha256]}.
 * @param missing Since when the node lacks the copy; null if it had it when it was asked last, and always in a search.
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
