package org.bdm.core.source.http.node;

import java.util.Map;

/**
 * Settings for requests to data nodes.
 *
 * @param userAgent program, version and a contact, as operators of data nodes ask for: {@code name/version (+https://..; mail)}
 * @param connectionsPerNode connections to one data node at once, over all jobs; at least 1
 * @param policies by {@link org.bdm.core.replica.Copy#node node}: {@code host}, or {@code host:port} for an unusual port
 */
public record HttpSettings(
        String userAgent, int connectionsPerNode, Map<String, NodePolicy> policies, HttpTiming timing) {
    /** As many as a browser and the usual download programs open. */
    public static final int CONNECTIONS_PER_NODE = 8;

    /** Refuses what would ask nothing, or break a request. */
    public HttpSettings {
        if (connectionsPerNode < 1) throw new IllegalArgumentException("at least one connection must be allowed");
        if (userAgent.isBlank() || userAgent.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("the User-Agent must be printable ASCII");
        }
        policies = Map.copyOf(policies);
    }

    /** Without anything special. */
    public static HttpSettings usual(String userAgent) {
        return new HttpSettings(userAgent, CONNECTIONS_PER_NODE, Map.of(), HttpTiming.USUAL);
    }

    public NodePolicy policy(String node) {
        return policies.getOrDefault(node, NodePolicy.NONE);
    }
}
