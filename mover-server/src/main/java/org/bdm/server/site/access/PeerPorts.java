package org.bdm.server.site.access;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.ToldPorts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data ports of other sites: which are known, whose turn it is, and which did not answer lately. Any thread. */
final class PeerPorts {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPorts.class);

    /** A site whose ports change more often is believed later. */
    private static final Duration CHANGED_AFTER = Duration.ofSeconds(5);
    /** An unchanged list is written again, so that people see how old it is. */
    private static final Duration REPEATED_AFTER = Duration.ofMinutes(5);

    private final Catalog catalog;
    private final PeerContacts contacts;
    private final Clock clock;
    private final Map<SiteName, Told> told = new ConcurrentHashMap<>();
    private final Map<SiteName, Integer> turns = new ConcurrentHashMap<>();

    PeerPorts(Catalog catalog, PeerContacts contacts, Clock clock) {
        this.catalog = catalog;
        this.contacts = contacts;
        this.clock = clock;
    }

    /** The last list that a site named to this process, and when it was written. */
    private record Told(List<String> ports, Instant at) {}

    /**
     * The ports of a site for one session: first the one whose turn it is, then the one of the pairing, last those that did not answer
     * lately. May block.
     *
     * @param pairedAt the port of the pairing, perhaps a load balancer: never in turn unless it is all there is, never given up
     */
    List<String> inTurn(SiteName site, String pairedAt) {
        ToldPorts last = catalog.sites().dataPorts(site);
        if (last.toldAt() == null) told.remove(site); // paired anew: what is told again is written again
        List<String> usable = usable(last.ports(), pairedAt);
        Set<String> known = new LinkedHashSet<>(usable.isEmpty() ? List.of(pairedAt) : usable);
        List<String> turned = rotated(List.copyOf(known), site);
        known.add(pairedAt);
        contacts.keepPorts(site, known);
        Set<String> ordered = new LinkedHashSet<>();
        turned.stream().filter(port -> !contacts.isSilent(site, port)).forEach(ordered::add);
        ordered.add(pairedAt);
        ordered.addAll(turned);
        return List.copyOf(ordered);
    }

    private List<String> rotated(List<String> ports, SiteName site) {
        int first = Math.floorMod(turns.merge(site, 1, Integer::sum), ports.size());
        List<String> turned = new ArrayList<>(ports.subList(first, ports.size()));
        turned.addAll(ports.subList(0, first));
        return turned;
    }

    /**
     * Those of a site's ports that may be dialled. A site must not turn this node against itself: addresses of this host only count when the
     * site was paired on this host.
     */
    static List<String> usable(List<String> ports, String pairedAt) {
        boolean isPairedHere = isThisHost(DataAddress.parse(pairedAt));
        return ports.stream()
                .filter(port -> {
                    InetSocketAddress address = DataAddress.parse(port);
                    InetAddress host = address.getAddress();
                    if (host != null && host.isMulticastAddress()) return false;
                    return isPairedHere || !isThisHost(address);
                })
                .toList();
    }

    private static boolean isThisHost(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        return host != null && (host.isLoopbackAddress() || host.isAnyLocalAddress());
    }

    /** One of the ports took a connection. Never blocks. */
    void reached(SiteName site) {
        contacts.seen(site);
    }

    /** None of the ports that were tried took a connection. Never blocks. */
    void unreachable(SiteName site) {
        contacts.missed(site);
    }

    /** A port did not answer: others are preferred to it for a while. Never blocks. */
    void missed(SiteName site, String port) {
        contacts.missed(site, port);
    }

    /** A port answered. Never blocks. */
    void answered(SiteName site, String port) {
        contacts.answered(site, port);
    }

    /** A node of the site named these ports; one that is no address refuses all of them. Never blocks. */
    void told(SiteName site, List<String> ports) {
        Instant now = clock.instant();
        Told before = told.get(site);
        if (before != null) {
            Duration patience = before.ports().equals(ports) ? REPEATED_AFTER : CHANGED_AFTER;
            if (now.isBefore(before.at().plus(patience))) return;
        }
        Told fresh = new Told(List.copyOf(ports), now);
        if (!replace(site, before, fresh)) return; // another stream told at the same moment
        try {
            ports.forEach(DataAddress::parse); // another site's words
        } catch (MoverException e) {
            LOG.info("the data ports that {} told are not taken: {}", site, e.sentence());
            return;
        }
        var unused = catalog.sites().tellDataPorts(site, ports).whenComplete((done, failure) -> {
            if (failure == null) return;
            told.remove(site, fresh); // written when it is told again
            LOG.info("the data ports of {} were not written: {}", site, failure.getMessage());
        });
    }

    private boolean replace(SiteName site, @Nullable Told before, Told fresh) {
        return before == null ? told.putIfAbsent(site, fresh) == null : told.replace(site, before, fresh);
    }
}
