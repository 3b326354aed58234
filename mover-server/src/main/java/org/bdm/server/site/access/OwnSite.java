package org.bdm.server.site.access;

import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * This site, as others know it.
 *
 * @param dataAddress {@code HOST:PORT} of the data port, as others reach it
 */
public record OwnSite(SiteName name, NodeId node, String dataAddress) {}
