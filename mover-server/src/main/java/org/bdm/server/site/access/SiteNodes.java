package org.bdm.server.site.access;

import java.net.InetAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.WireLimits;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.Nodes;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.catalog.node.SiteNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of this site that are up, as they were at the last look. {@link #look} may block; asking does not, but for a data port of a process
 * that has none and knows of none yet. Any thread.
 */
public final class SiteNodes {
    private static final Logger LOG = LoggerFactory.getLogger(SiteNodes.class);

    private final Nodes nodes;
    private volatile List<SiteNode> others = List.of();
    private volatile List<SiteNode> up = List.of();
    private volatile List<String> dataPorts = List.of();
    private volatile boolean isWatched;

    /** Nothing is known before the first look. */
    public SiteNodes(Nodes nodes) {
        this.nodes = nodes;
    }

    /** Reads them; every few seconds. */
    public void look() {
        List<SiteNode> all = nodes.all();
        isWatched = true;
        others = all.stream().filter(node -> node.number() != nodes.own()).toList();
        up = all.stream().filter(node -> node.state() == NodeState.UP).toList();
        dataPorts = portsWithAllExports(up);
    }

    /** As {@link #look}, between two looks. A process that never looks has no others, and must not keep what nobody looks at again. */
    public void lookAgain() {
        if (isWatched) look();
    }

    /** The nodes of this site but this one, in any state but REMOVED. */
    public List<SiteNode> others() {
        return others;
    }

    /** Addresses of the processes with the role control that are up. */
    public List<String> controlUrls() {
        return up.stream()
                .filter(node -> node.description().doesControl())
                .map(node -> node.description().controlUrl())
                .filter(Objects::nonNull)
                .toList();
    }

    /** True if a data node is up that can write to all these exports, or if it is not known: this process has both roles and no look was made. */
    public boolean hasDataNodeFor(Collection<String> exports) {
        return up.isEmpty()
                || up.stream()
                        .anyMatch(node ->
                                node.description().doesData() && writable(node).containsAll(exports));
    }

    private static Set<String> writable(SiteNode node) {
        return node.description().exports().stream()
                .filter(OfferedExport::isWritable)
                .map(OfferedExport::export)
                .collect(Collectors.toSet());
    }

    /** Processes with the role data that share the limits of the site; at least 1. */
    public int dataNodes() {
        return Math.max(1, (int)
                up.stream().filter(node -> node.description().doesData()).count());
    }

    /** Processes with the role control; at least 1. */
    public int controlNodes() {
        return Math.max(1, (int)
                up.stream().filter(node -> node.description().doesControl()).count());
    }

    /**
     * Data ports at which every export of the site can be read, for other sites; nodes that drain are not among them. A node that lacks an
     * export which another one has is left out: whoever meets it there would be refused.
     */
    public List<String> dataPorts() {
        return dataPorts;
    }

    static List<String> portsWithAllExports(List<SiteNode> up) {
        Set<String> offered = new HashSet<>();
        for (SiteNode node : up) if (node.description().doesData()) offered.addAll(exports(node));
        return fitting(up.stream()
                .filter(node -> node.description().doesData() && exports(node).containsAll(offered))
                .map(node -> node.description().dataAddress())
                .filter(Objects::nonNull)
                .filter(SiteNodes::canBeTold)
                .limit(WireLimits.DATA_PORTS_MAX)
                .toList());
    }

    /** As many as a greeting holds. */
    private static List<String> fitting(List<String> ports) {
        int bytes = 0;
        for (int at = 0; at < ports.size(); at++) {
            bytes += ports.get(at).length() + 1;
            if (bytes > WireLimits.DATA_PORTS_BYTES_MAX) return ports.subList(0, at);
        }
        return ports;
    }

    private static boolean canBeTold(String port) {
        try {
            InetAddress host = DataAddress.parse(port).getAddress();
            boolean isEveryAddress = host != null && host.isAnyLocalAddress(); // of a node without --advertise
            return port.length() <= WireLimits.DATA_PORT_BYTES_MAX && !isEveryAddress;
        } catch (MoverException e) {
            LOG.debug("a data port is not told to other sites: {}", e.sentence());
            return false;
        }
    }

    private static Set<String> exports(SiteNode node) {
        return Set.copyOf(
                node.description().exports().stream().map(OfferedExport::export).toList());
    }

    /** A data port of the site, for a process that has none. Looks again before it refuses: a node may have started since. */
    String anyDataPort() {
        if (dataPorts.isEmpty()) look();
        return dataPorts().stream()
                .findFirst()
                .orElseThrow(() -> new MoverException(
                        ErrorCode.PEER_UNREACHABLE,
                        "this process has no data port, and no node with the role data is up: start one, and see 'bdm-client"
                                + " node list'"));
    }

    /** This site as a process without a data port knows it. */
    public OwnSite withoutDataPort(SiteName name, NodeId node) {
        return new OwnSite(name, node, this::anyDataPort);
    }
}
