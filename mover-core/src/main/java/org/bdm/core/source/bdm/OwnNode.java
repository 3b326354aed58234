package org.bdm.core.source.bdm;

import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * What this node says of itself in a greeting.
 *
 * @param processInstance random number of this process
 */
public record OwnNode(SiteName site, NodeId node, long processInstance) {}
