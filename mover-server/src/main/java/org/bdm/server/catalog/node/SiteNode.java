package org.bdm.server.catalog.node;

import java.time.Instant;
import org.bdm.core.id.NodeId;

/**
 * A node as the catalog knows it.
 *
 * @param number in the catalog
 * @param node its key
 * @param run grows with each start
 * @param seenAt when it last said that it lives, by the clock of the leases
 * @param openedAt when it started last
 * @param description what it announced
 */
public record SiteNode(
        long number,
        NodeId node,
        long run,
        NodeState state,
        Instant seenAt,
        Instant openedAt,
        NodeDescription description) {}
