package org.bdm.server.job.limit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkUse;

/** Reads the limits of links, tells the other nodes what this one takes over them, and hears it from them. One thread; may block. */
public final class LinkExchange {
    private static final Duration LONGEST_AGO = Duration.ofSeconds(10);

    private final Catalog catalog;
    private final LinkFlows flows;
    private final boolean hasOthers;
    private long version = -1;
    private boolean hasTold;

    /**
     * With the sessions that run here.
     *
     * @param hasOthers whether other nodes may use the same catalog
     */
    public LinkExchange(Catalog catalog, LinkFlows flows, boolean hasOthers) {
        this.catalog = catalog;
        this.flows = flows;
        this.hasOthers = hasOthers;
    }

    /** Twice a second. */
    public void pass() {
        flows.measure(); // also while the catalog is away
        long now = catalog.limits().version();
        if (now != version) flows.limit(underBothNames(catalog.limits().all()));
        version = now;
        if (hasOthers) exchange();
    }

    /** A limit of the name that records give a data node counts for the hosts that its files come from, each of them, unless one has its own. */
    private List<Limit> underBothNames(List<Limit> limits) {
        Map<String, Set<String>> hosts = catalog.dataNodeHosts().all();
        Map<LimitedPlace, Limit> all = new LinkedHashMap<>();
        List<Limit> ofWhatComes = limits.stream()
                .filter(limit -> limit.limits(Limit.Direction.IN))
                .toList();
        ofWhatComes.forEach(limit -> all.put(limit.place(), limit));
        for (Limit limit : ofWhatComes) {
            if (limit.place().kind() != LimitedPlace.Kind.LINK) continue;
            hosts.getOrDefault(limit.place().name(), Set.of()).stream()
                    .map(LimitedPlace::link)
                    .forEach(host -> all.putIfAbsent(host, limit.at(host)));
        }
        return List.copyOf(all.values());
    }

    private void exchange() {
        List<LinkUse> own = flows.own();
        if (!own.isEmpty() || hasTold) catalog.limits().tell(own);
        hasTold = !own.isEmpty();
        flows.others(catalog.limits().ofOthers(LONGEST_AGO));
    }
}
