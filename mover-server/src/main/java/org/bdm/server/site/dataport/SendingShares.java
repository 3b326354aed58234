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
import org.bdm.server.catalog.site.LinkLimit;
import org.bdm.server.catalog.site.SendingLimit;

/** The part of this node of what the site may send: limits are divided in equal parts among the data nodes that are up. Any thread. */
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
        SendLimits now = limits(catalog.sendingLimits().all(), Math.max(1, dataNodes.getAsInt()));
        if (now.equals(given)) return;
        given = now;
        server.accept(now);
    }

    private static SendLimits limits(List<SendingLimit> limits, int nodes) {
        long all = 0;
        Map<SiteName, Long> bySite = new HashMap<>();
        for (SendingLimit limit : limits) {
            long part = limit.bytesPerSecondMax() == 0 ? 0 : Math.max(1, limit.bytesPerSecondMax() / nodes);
            if (limit.destination().equals(LinkLimit.EVERYTHING)) all = part;
            else bySite.put(new SiteName(limit.destination()), part);
        }
        return new SendLimits(all, bySite);
    }

    /** Returns what this node sends to each site now, in bytes/s. */
    public Map<SiteName, Long> rates() {
        return rates.get();
    }
}
