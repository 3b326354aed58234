package org.bdm.server.app;

import java.util.List;
import java.util.function.Consumer;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.catalog.node.NodeDescription;
import org.bdm.server.catalog.node.Nodes;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** This process as one of the nodes of its site: what the others know of it, from its start to its end. */
final class NodeMembership implements AutoCloseable {
    private final Nodes nodes;
    private final ServingNode serving;
    private final NodeRoles roles;
    private final OwnSite site;
    private final List<OfferedExport> offered;
    private final NodePresence presence;

    /**
     * The others know this node from here on.
     *
     * @param onRemoved told once when a person has removed it
     * @throws MoverException EXPORT_DIFFERS if another node offers another directory under one of the names
     */
    NodeMembership(
            Nodes nodes,
            ServingNode serving,
            NodeRoles roles,
            OwnSite site,
            List<OfferedExport> offered,
            Consumer<MoverException> onRemoved) {
        this.nodes = nodes;
        this.serving = serving;
        this.roles = roles;
        this.site = site;
        this.offered = offered;
        this.presence = new NodePresence(nodes, onRemoved);
        announce(null);
        presence.start();
    }

    /** HTTP is served there, which is REST with the role control. */
    void servesAt(String url) {
        if (roles.doesControl()) announce(url);
    }

    private void announce(@Nullable String url) {
        nodes.announce(new NodeDescription(
                serving.process(),
                Build.version(),
                roles.doesControl(),
                roles.doesData(),
                url,
                roles.doesData() ? site.dataAddress() : null,
                offered));
    }

    @Override
    public void close() {
        presence.close();
    }
}
