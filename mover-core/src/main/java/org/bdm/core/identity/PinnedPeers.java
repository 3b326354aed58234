package org.bdm.core.identity;

import java.util.Optional;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * Keys that were pinned at pairing. Own nodes belong to it under the own site's name, so that transfers inside a site pass the same checks.
 * Called on event loops: answers from memory, never blocks; safe on any thread.
 */
@FunctionalInterface
public interface PinnedPeers {
    /** The site whose key this is; empty if the key is not pinned. */
    Optional<SiteName> siteOf(NodeId node);

    /** True when the key is pinned for any site. */
    default boolean isPinned(NodeId node) {
        return siteOf(node).isPresent();
    }
}
