package org.bdm.server.catalog.db;

import java.time.Clock;
import java.util.function.Consumer;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;

/**
 * The settings of the process that opens the catalog.
 *
 * @param node this node: the holder of leases; a catalog that does not know it is refused
 * @param clock for times that are stored
 * @param onFatal called once when the catalog stops acknowledging for good, on a thread of the catalog: the process must exit
 * @param mayBegin whether an empty catalog may be begun: at the first start of a home, never later
 * @param holder this process, shown to others that want the same catalog
 */
public record CatalogSettings(
        NodeId node, Clock clock, Consumer<MoverException> onFatal, boolean mayBegin, CatalogHolder holder) {
    /** For a catalog that may be begun, without a home. */
    public CatalogSettings(NodeId node, Clock clock, Consumer<MoverException> onFatal) {
        this(
                node,
                clock,
                onFatal,
                true,
                new CatalogHolder("process " + ProcessHandle.current().pid(), "no home"));
    }
}
