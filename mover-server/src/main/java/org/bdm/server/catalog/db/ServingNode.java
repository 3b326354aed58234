package org.bdm.server.catalog.db;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.bdm.core.id.NodeId;

/**
 * The node that opens the catalog to serve it.
 *
 * @param node key of the node: the holder of leases
 * @param site key of the site; that of the node where a site has one node
 * @param process this process, for people: process, host and home
 */
public record ServingNode(NodeId node, NodeId site, String process) {
    /** A node that is its site, without a home. */
    public ServingNode(NodeId node) {
        this(node, node, "process " + ProcessHandle.current().pid());
    }

    /** This process, with its home. */
    public static ServingNode ofHome(NodeId node, NodeId site, Path home) {
        return new ServingNode(
                node, site, "process " + ProcessHandle.current().pid() + " on " + hostName() + ", home " + home);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "a host without a name";
        }
    }
}
