package org.bdm.server.metrics;

import java.util.List;
import java.util.function.Supplier;
import org.bdm.core.source.http.node.NodeView;

/** The data nodes that this process speaks to; those that were used first keep their names when there are too many. */
record DataNodeMeters(Supplier<List<NodeView>> nodes) implements MeterSource {
    @Override
    public void addTo(MeterSamples samples) {
        for (NodeView node : nodes.get()) {
            samples.add(DeclaredMeter.DATA_NODE_CONNECTIONS, node.connectionsBusy(), node.node(), "busy");
            samples.add(DeclaredMeter.DATA_NODE_CONNECTIONS, node.connectionsIdle(), node.node(), "idle");
            samples.add(DeclaredMeter.DATA_NODE_LIMIT, node.connectionsMax(), node.node());
            samples.add(DeclaredMeter.DATA_NODE_BYTES, node.bytesTotal(), node.node());
            node.bytesPerSecond().ifPresent(rate -> samples.add(DeclaredMeter.DATA_NODE_RATE, rate, node.node()));
            samples.add(DeclaredMeter.DATA_NODE_FAILURES, node.failuresInARow(), node.node());
            samples.add(DeclaredMeter.DATA_NODE_PAUSED, node.nextTry().isPresent(), node.node());
        }
    }
}
