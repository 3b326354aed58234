package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site that this one is paired with, and its nodes.
 *
 * @param relation {@code PEER}, {@code DIALS_IN} or {@code WE_DIAL_OUT}
 * @param nodes as a node of that site named them last; empty if none did, then the data address alone is known
 * @param nodesToldAt when that was; null if none did
 */
public record PairedSiteView(
        SiteView site,
        String relation,
        List<PeerNodeView> nodes,
        @Nullable Instant nodesToldAt) {
    /** An absent list is an empty one. */
    public PairedSiteView {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
    }
}
