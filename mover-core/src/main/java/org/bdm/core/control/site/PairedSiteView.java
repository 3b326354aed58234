package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site that this one is paired with, and its nodes.
 *
 * @param site The site in short.
 * @param relation Who connects to whom. One of {@code SiteRelation}.
 * @param nodes Its nodes as it named them last; empty if it did not, then the data address alone is known.
 * @param nodesToldAt When it named them; null if it did not.
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
