package org.bdm.server.catalog.db;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.bdm.core.id.NodeId;

/**
 * The node that opens the catalog to serve it.
 *
 * @param node key of the node: the holder of leases
 * @param site key of the site, as far as this node knows it; its own where a site has one node
 * @param mayJoin whether it may serve a catalog of another site, as a node with a key of its own
 * @param process this process, for people: process, host and home
 */
public record ServingNode(NodeId node, NodeId site, boolean mayJoin, String process) {
    /** A node that serves the site of this key and no other. */
    public ServingNode(NodeId node, NodeId site, String process) {
        this(node, site, false, process);
    }

    /** A node that is its site, without a home. */
    public ServingNode(NodeId node) {
        this(node, node, "process " + ProcessHandle.current().pid());
    }

    /** This process, with its home. */
    public static ServingNode ofHome(NodeId node, NodeId site, boolean mayJoin, Path home) {
        return new ServingNode(
                node,
                site,
                mayJoin,
                "process " + ProcessHandle.current().pid() + " on " + hostName() + ", home " + home);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "a host without a name";
        }
    }
}
