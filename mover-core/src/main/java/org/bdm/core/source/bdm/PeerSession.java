package org.bdm.core.source.bdm;

import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * Who asks, for what.
 *
 * @param site our site
 * @param node our node
 * @param session name of the session, unique on both nodes; all its streams carry it
 * @param export the export of the other site that is read
 */
public record PeerSession(SiteName site, NodeId node, String session, String export) {}
