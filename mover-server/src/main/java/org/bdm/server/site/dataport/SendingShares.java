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
import org.bdm.server.catalog.limit.Limit;

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
        SendLimits now = limits(catalog.limits().all(), Math.max(1, dataNodes.getAsInt()));
        if (now.equals(given)) return;
        given = now;
        server.accept(now);
    }

    private SendLimits limits(List<Limit> limits, int nodes) {
        long all = 0;
        long own = 0;
        String self = String.valueOf(catalog.nodes().own());
        Map<SiteName, Long> bySite = new HashMap<>();
        Map<String, Long> byExport = new HashMap<>();
        for (Limit limit : limits) {
            String name = limit.place().name();
            long rate = limit.outBytesPerSecondMax();
            long part = rate == 0 ? 0 : Math.max(1, rate / nodes);
            switch (limit.place().kind()) {
                case EXPORT -> byExport.put(name, part);
                case NODE -> own = name.equals(self) ? rate : own;
                case LINK -> {
                    if (name.equals(Limit.EVERYTHING)) all = part;
                    else if (part > 0) bySite.put(new SiteName(name), part);
                }
            }
        }
        if (own > 0) all = all == 0 ? own : Math.min(all, own);
        return new SendLimits(all, bySite, byExport);
    }

    /** Returns what this node sends to each site now, in bytes/s. */
    public Map<SiteName, Long> rates() {
        return rates.get();
    }
}
