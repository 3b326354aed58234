package org.bdm.core.source.bdm;

import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * Identity of this node in a greeting.
 *
 * @param processInstance random number of this process
 */
public record OwnNode(SiteName site, NodeId node, long processInstance) {}
