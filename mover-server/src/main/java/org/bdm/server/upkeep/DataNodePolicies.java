package org.bdm.server.upkeep;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bdm.core.replica.NodePreference;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
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
    private Map<String, Set<String>> hosts = Map.of();
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
        if (now != version) {
            rules = catalog.dataNodeRules().all();
            hosts = catalog.dataNodeHosts().all();
        }
        version = now;
        Map<String, NodePolicy> policies = new HashMap<>(configured.get());
        for (DataNodeRule rule : rules)
            policies.merge(rule.node(), changed(NodePolicy.NONE, rule), (start, own) -> changed(start, rule));
        addOtherHosts(policies);
        if (policies.equals(given)) return;
        given = policies;
        nodes.policies(policies);
    }

    /**
     * Lets settings of the name that records give a node count for the hosts that its files come from, where these have none of their own. Never
     * its token and certificates: whoever can write a record would get them sent to a host of his.
     */
    private void addOtherHosts(Map<String, NodePolicy> policies) {
        Set<String> ruled = rules.stream().map(DataNodeRule::node).collect(Collectors.toSet());
        for (DataNodeRule rule : rules) {
            for (String host : hosts.getOrDefault(rule.node(), Set.of())) {
                if (!ruled.add(host)) continue;
                NodePolicy start = policies.getOrDefault(host, NodePolicy.NONE);
                NodePolicy open = keeping(start, changed(start, rule.withoutSecrets()));
                if (!open.equals(start)) policies.put(host, open);
            }
        }
    }

    /** Keeps what the start says of the host itself. */
    private static NodePolicy keeping(NodePolicy start, NodePolicy policy) {
        NodePolicy kept = policy;
        if (start.connectionsMax() > 0) kept = kept.connections(start.connectionsMax());
        if (start.preference() != NodePreference.USUAL) kept = kept.preference(start.preference());
        if (!start.tape().equals(TapePolicy.USUAL)) kept = kept.tape(start.tape());
        return start.patience().isZero() ? kept : kept.patience(start.patience());
    }

    private static NodePolicy changed(NodePolicy start, DataNodeRule rule) {
        NodePolicy policy =
                start.preference(rule.preference()).tape(rule.staging().over(start.tape()));
        if (rule.connections() > 0) policy = policy.connections(rule.connections());
        if (!rule.caPem().isEmpty()) policy = policy.extraCa(rule.caPem());
        if (!rule.token().isEmpty()) policy = policy.token(rule.token());
        if (rule.patienceSeconds() > 0) policy = policy.patience(Duration.ofSeconds(rule.patienceSeconds()));
        return policy;
    }
}
