package org.bdm.core.source.http.node;

import java.util.Map;
import java.util.function.Predicate;

/** The policies of data nodes as they are now; they can be replaced at any time. Any thread. */
public final class NodePolicies {
    private volatile Map<String, NodePolicy> byNode;

    /**
     * Those to begin with.
     *
     * @param byNode by {@link org.bdm.core.replica.Copy#node node}: {@code host}, or {@code host:port} for an unusual port
     */
    public NodePolicies(Map<String, NodePolicy> byNode) {
        this.byNode = Map.copyOf(byNode);
    }

    /** The policy of a node; {@link NodePolicy#NONE} if it has none. */
    public NodePolicy of(String node) {
        return byNode.getOrDefault(node, NodePolicy.NONE);
    }

    /** True if one of the policies is such a one. */
    public boolean isAny(Predicate<NodePolicy> wanted) {
        return byNode.values().stream().anyMatch(wanted);
    }

    void replace(Map<String, NodePolicy> changed) {
        byNode = Map.copyOf(changed);
    }
}
