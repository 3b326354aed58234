package org.bdm.server.catalog;

import java.time.Clock;
import java.util.function.Consumer;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;

/**
 * What the catalog needs of the process that opens it.
 *
 * @param node this node: the holder of leases; a second process with the same one is refused
 * @param clock for times that are stored
 * @param onFatal called once, on the committer's thread, when the catalog stops acknowledging for good: the process must exit
 */
public record CatalogSettings(NodeId node, Clock clock, Consumer<MoverException> onFatal) {}
