package org.bdm.server.site.dataport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.bdm.core.id.SiteName;
import org.bdm.core.serve.SendLimits;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkLimit;
import org.bdm.server.catalog.limit.PlaceLimit;
import org.bdm.server.catalog.limit.SendingLimit;

/**
 * The part of this node of what the site may send: limits are divided in equal parts among the data nodes that are up, but for that of the
 * node itself. Any thread.
 */
public final class SendingShares {
    private final Catalog catalog;
    private final Consumer<SendLimits> server;
    private final Supplier<Map<SiteName, Long>> rates;
    private final IntSupplier dataNodes;
    private SendLimits given = SendLimits.NONE; // of the thread that passes

    /**
     * Of a node that serves.
     *
     * @param server is told the limits of this node
     * @param rates what this node sends to each site now, in bytes/s
     * @param dataNodes those that are up, this one included
     */
    public SendingShares(
            Catalog catalog, Consumer<SendLimits> server, Supplier<Map<SiteName, Long>> rates, IntSupplier dataNodes) {
        this.catalog = catalog;
        this.server = server;
        this.rates = rates;
        this.dataNodes = dataNodes;
    }

    /** Once a second; one thread. */
    public void pass() {
        SendLimits now =
                limits(catalog.sendingLimits().all(), catalog.placeLimits().all(), Math.max(1, dataNodes.getAsInt()));
        if (now.equals(given)) return;
        given = now;
        server.accept(now);
    }

    private SendLimits limits(List<SendingLimit> sites, List<PlaceLimit> places, int nodes) {
        long all = 0;
        Map<SiteName, Long> bySite = new HashMap<>();
        for (SendingLimit limit : sites) {
            long part = part(limit.bytesPerSecondMax(), nodes);
            if (limit.destination().equals(LinkLimit.EVERYTHING)) all = part;
            else bySite.put(new SiteName(limit.destination()), part);
        }
        Map<String, Long> byExport = new HashMap<>();
        LimitedPlace self = LimitedPlace.node(catalog.nodes().own());
        for (PlaceLimit limit : places) {
            long rate = limit.outBytesPerSecondMax();
            if (limit.place().kind() == LimitedPlace.Kind.EXPORT)
                byExport.put(limit.place().name(), part(rate, nodes));
            else if (rate > 0 && limit.place().equals(self)) all = all == 0 ? rate : Math.min(all, rate);
        }
        return new SendLimits(all, bySite, byExport);
    }

    private static long part(long bytesPerSecondMax, int nodes) {
        return bytesPerSecondMax == 0 ? 0 : Math.max(1, bytesPerSecondMax / nodes);
    }

    /** Returns what this node sends to each site now, in bytes/s. */
    public Map<SiteName, Long> rates() {
        return rates.get();
    }
}
