package org.bdm.server.metrics;

import java.util.EnumMap;
import java.util.Map;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.file.HeldLeases;
import org.bdm.server.catalog.job.JobFigures;
import org.bdm.server.catalog.node.NodeState;

/**
 * Figures of the whole site.
 *
 * @param catalogBytes size of the database
 */
record SiteFigures(JobFigures jobs, Map<NodeState, Long> nodes, Map<HeldLeases.Kind, Long> leases, long catalogBytes) {
    /** Reads them; blocks. CATALOG_UNAVAILABLE. */
    static SiteFigures read(Catalog catalog) {
        Map<NodeState, Long> nodes = new EnumMap<>(NodeState.class);
        for (NodeState state : NodeState.values()) if (state != NodeState.REMOVED) nodes.put(state, 0L);
        catalog.nodes().all().forEach(node -> nodes.merge(node.state(), 1L, Long::sum));
        return new SiteFigures(catalog.jobs().figures(), nodes, catalog.leases().byKind(), catalog.sizeBytes());
    }
}
