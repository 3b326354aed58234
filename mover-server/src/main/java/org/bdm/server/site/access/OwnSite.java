package org.bdm.server.site.access;

import java.util.function.Supplier;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * This site, as others know it.
 *
 * @param node whose key stands for the site
 * @param address gives {@code HOST:PORT} of a data port, as others reach it; where this process has none, that of another node
 */
public record OwnSite(SiteName name, NodeId node, Supplier<String> address) {
    /** A site whose data port is this one. */
    public OwnSite(SiteName name, NodeId node, String dataAddress) {
        this(name, node, () -> dataAddress);
    }

    /**
     * {@code HOST:PORT} of a data port, as others reach it.
     *
     * @throws org.bdm.core.fault.MoverException PEER_UNREACHABLE if this process has none and no node with the role data is up
     */
    public String dataAddress() {
        return address.get();
    }
}
