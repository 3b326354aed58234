package org.bdm.server.upkeep;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.DataNodeRule;

/**
 * Gives data nodes the policies that hold now: those of the start, whose files are read again, and what people changed since, which wins. One
 * call at a time; blocks.
 */
public final class DataNodePolicies {
    private final Catalog catalog;
    private final HttpNodes nodes;
    private final Supplier<Map<String, NodePolicy>> configured;
    private long version = -1;
    private List<DataNodeRule> rules = List.of();
    private Map<String, NodePolicy> given = Map.of();

    /**
     * Gives nothing yet.
     *
     * @param configured the policies of the start by node, as their files are now
     */
    public DataNodePolicies(Catalog catalog, HttpNodes nodes, Supplier<Map<String, NodePolicy>> configured) {
        this.catalog = catalog;
        this.nodes = nodes;
        this.configured = configured;
    }

    /** Once a second. */
    public synchronized void pass() {
        long now = catalog.dataNodeRules().version();
        if (now != version) rules = catalog.dataNodeRules().all();
        version = now;
        Map<String, NodePolicy> policies = new HashMap<>(configured.get());
        for (DataNodeRule rule : rules)
            policies.merge(rule.node(), changed(NodePolicy.NONE, rule), (start, own) -> changed(start, rule));
        if (policies.equals(given)) return;
        given = policies;
        nodes.policies(policies);
    }

    private static NodePolicy changed(NodePolicy start, DataNodeRule rule) {
        NodePolicy policy = start.preference(rule.preference());
        if (rule.connections() > 0) policy = policy.connections(rule.connections());
        if (!rule.caPem().isEmpty()) policy = policy.extraCa(rule.caPem());
        if (!rule.token().isEmpty()) policy = policy.token(rule.token());
        if (rule.patienceSeconds() > 0) policy = policy.patience(Duration.ofSeconds(rule.patienceSeconds()));
        return policy;
    }
}
