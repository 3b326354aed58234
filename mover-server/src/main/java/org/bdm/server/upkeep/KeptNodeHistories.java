package org.bdm.server.upkeep;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;

/** Carries what is known of data nodes over restarts: what has changed since the last pass is written. One call at a time; blocks. */
public final class KeptNodeHistories {
    private final Catalog catalog;
    private final HttpNodes nodes;
    private final Map<String, NodeHistory> kept = new HashMap<>();

    /** Gives the nodes what an earlier process knew. */
    public KeptNodeHistories(Catalog catalog, HttpNodes nodes) {
        this.catalog = catalog;
        this.nodes = nodes;
        List<NodeHistory> known = catalog.nodeHistories().all();
        known.forEach(history -> kept.put(history.node(), history));
        nodes.recall(known);
    }

    /** One pass. Writes nothing if nothing changed. */
    public synchronized void pass() {
        List<NodeHistory> changed = nodes.history().stream()
                .filter(history -> !history.equals(kept.getOrDefault(history.node(), nothing(history.node()))))
                .toList();
        if (changed.isEmpty()) return;
        Durable.await(catalog.nodeHistories().keep(changed));
        changed.forEach(history -> kept.put(history.node(), history));
    }

    private static NodeHistory nothing(String node) {
        return new NodeHistory(node, Optional.empty(), Optional.empty());
    }
}
