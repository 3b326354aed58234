package org.bdm.core.serve;

import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.bdm.core.wire.WireLimits;

/**
 * Identity of a serving node, and its limits for one stream. A peer over a limit loses the stream.
 *
 * @param site name of this site
 * @param node this node
 * @param processInstance random number of this process
 * @param limits what is taken and given on one stream; blocks are not larger than those of the cache
 * @param dataPorts gives those of all nodes of the site, {@code HOST:PORT}, at most {@value WireLimits#DATA_PORTS_MAX}; asked on event loops
 * @param processorsBusy gives the share of its processors that this process uses, 0 to 1; does not block
 */
public record ServeOptions(
        SiteName site,
        NodeId node,
        long processInstance,
        OfferedLimits limits,
        Supplier<List<String>> dataPorts,
        DoubleSupplier processorsBusy) {
    /** Refuses limits under which nothing could be asked for. */
    public ServeOptions {
        if (limits.outstandingBytesMax() < limits.blockBytes()
                || limits.outstandingRequestsMax() < 1
                || limits.itemsPerWantMax() < 1) {
            throw new IllegalArgumentException("limits of a stream are too small for any request: " + limits);
        }
    }

    /** Of a process that does not know how busy it is. */
    public ServeOptions(
            SiteName site, NodeId node, long processInstance, OfferedLimits limits, Supplier<List<String>> dataPorts) {
        this(site, node, processInstance, limits, dataPorts, () -> 0);
    }

    /** 256 MiB, 256 requests, 4,096 files in a want. */
    public static ServeOptions of(SiteName site, NodeId node, long processInstance, int blockBytes) {
        OfferedLimits limits = new OfferedLimits(blockBytes, 256L << 20, 256, WireLimits.WANT_ITEMS_MAX);
        return new ServeOptions(site, node, processInstance, limits, List::of);
    }

    /** The same, of a site with several nodes. */
    public ServeOptions with(Supplier<List<String>> ports) {
        return new ServeOptions(site, node, processInstance, limits, ports, processorsBusy);
    }

    /** The same, of a process that knows how busy it is. */
    public ServeOptions with(DoubleSupplier busy) {
        return new ServeOptions(site, node, processInstance, limits, dataPorts, busy);
    }
}
