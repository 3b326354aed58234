package org.bdm.server.catalog.db;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;

/**
 * The settings of the process that opens the catalog.
 *
 * @param serving this node; a catalog of another site is refused
 * @param mayBegin whether an empty catalog may be begun: at the first start of a home, never later
 * @param clock for times that are stored for people
 * @param leases for until when who may work on what
 * @param patience how long a PostgreSQL database may be away before this process gives up
 * @param onFatal called once when the catalog stops acknowledging for good, on a thread of the catalog: the process must exit
 */
public record CatalogSettings(
        ServingNode serving,
        boolean mayBegin,
        Clock clock,
        LeaseClock leases,
        Duration patience,
        Consumer<MoverException> onFatal) {
    /** The longest absence of a database if nothing is said. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    /** For a catalog that may be begun, of a node without a home and with a clock of its own. */
    public CatalogSettings(NodeId node, Clock clock, Consumer<MoverException> onFatal) {
        this(new ServingNode(node), true, clock, LeaseClock.ofProcess(clock), PATIENCE, onFatal);
    }

    /** Key of the node. */
    public NodeId node() {
        return serving.node();
    }

    /** Key of the site. */
    public NodeId site() {
        return serving.site();
    }

    /** This process, for people. */
    public String process() {
        return serving.process();
    }
}
