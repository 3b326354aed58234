package org.bdm.core.source.http.node;

import java.util.Map;

/**
 * Settings for requests to data nodes.
 *
 * @param userAgent program, version and a contact, as operators of data nodes ask for: {@code name/version (+https://..; mail)}
 * @param connectionsPerNode connections to one data node at once, over all jobs; at least 1
 * @param policies by node; they may change while requests run
 */
public record HttpSettings(String userAgent, int connectionsPerNode, NodePolicies policies, HttpTiming timing) {
    /** As many as a browser and the usual download programs open. */
    public static final int CONNECTIONS_PER_NODE = 8;

    /** Refuses what would ask nothing, or break a request. */
    public HttpSettings {
        if (connectionsPerNode < 1) throw new IllegalArgumentException("at least one connection must be allowed");
        if (userAgent.isBlank() || userAgent.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("the User-Agent must be printable ASCII");
        }
    }

    /** Without anything special. */
    public static HttpSettings usual(String userAgent) {
        return new HttpSettings(userAgent, CONNECTIONS_PER_NODE, new NodePolicies(Map.of()), HttpTiming.USUAL);
    }

    /** Returns the policy of a node as it is now. */
    public NodePolicy policy(String node) {
        return policies.of(node);
    }

    /** Returns the connections that a node may have now, over all jobs. */
    int connections(String node) {
        int configured = policy(node).connectionsMax();
        return configured > 0 ? configured : connectionsPerNode;
    }
}
