package org.bdm.server.app;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.Nodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the other nodes of the site that this process lives, on a thread of its own, and hears that it was removed. */
final class NodePresence implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodePresence.class);
    private static final long BEAT_EVERY_MILLIS = 2_000;

    private final Nodes nodes;
    private final Consumer<MoverException> onRemoved;
    private final ScheduledExecutorService thread;
    private NodeState last = NodeState.UP; // own thread only

    NodePresence(Nodes nodes, Consumer<MoverException> onRemoved) {
        this.nodes = nodes;
        this.onRemoved = onRemoved;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "node-presence");
            created.setDaemon(true);
            return created;
        });
    }

    void start() {
        var unused =
                thread.scheduleWithFixedDelay(this::beat, BEAT_EVERY_MILLIS, BEAT_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void beat() {
        try {
            NodeState now = nodes.beat();
            if (now != last) LOG.info("this node, node-{}, is {}", nodes.own(), now);
            last = now;
            if (now != NodeState.REMOVED) return;
            thread.shutdown();
            onRemoved.accept(new MoverException(
                    ErrorCode.NODE_REMOVED, "node-" + nodes.own() + " was removed from this site: this process ends"));
        } catch (MoverException e) {
            LOG.warn("this node cannot say that it lives: {}", e.sentence());
            endIfOvertaken(e);
        } catch (RuntimeException e) {
            LOG.error("this node cannot say that it lives", e);
        }
    }

    private void endIfOvertaken(MoverException reason) {
        try {
            if (!nodes.isOvertaken()) return;
        } catch (MoverException away) {
            return; // it is asked again
        }
        thread.shutdown();
        onRemoved.accept(reason);
    }

    /** Says that this process ends in order. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            nodes.stopped();
        } catch (MoverException e) {
            LOG.info("this node could not say that it stops: {}", e.sentence());
        }
    }
}
