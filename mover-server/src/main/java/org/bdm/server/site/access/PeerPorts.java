package org.bdm.server.site.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data ports of other sites: which are known, whose turn it is, and which did not answer lately. Any thread. */
final class PeerPorts {
    private static final Logger LOG = LoggerFactory.getLogger(PeerPorts.class);
    private static final Duration SKIPPED_FOR = Duration.ofSeconds(30);

    private final Catalog catalog;
    private final Clock clock;
    private final Map<SiteName, AtomicInteger> turns = new ConcurrentHashMap<>();
    private final Map<SiteName, List<String>> told = new ConcurrentHashMap<>();
    private final Map<String, Instant> silent = new ConcurrentHashMap<>(); // until when a port is skipped

    PeerPorts(Catalog catalog, Clock clock) {
        this.catalog = catalog;
        this.clock = clock;
    }

    /**
     * The ports of a site for one session: first the one whose turn it is, last those that did not answer lately. May block.
     *
     * @param pairedAt the one of the pairing; null if there is none
     */
    List<String> inTurn(SiteName site, @Nullable String pairedAt) {
        List<String> known = catalog.sites().dataPorts(site);
        told.put(site, known);
        Set<String> turning = new LinkedHashSet<>(known);
        if (turning.isEmpty() && pairedAt != null) turning.add(pairedAt);
        List<String> ports = rotated(List.copyOf(turning), site);
        List<String> ordered =
                new ArrayList<>(ports.stream().filter(port -> !isSilent(port)).toList());
        ordered.addAll(ports.stream().filter(this::isSilent).toList());
        // It may be a load balancer, or the only one that is left: never in turn, never given up.
        if (pairedAt != null && !turning.contains(pairedAt)) ordered.add(pairedAt);
        return ordered;
    }

    private List<String> rotated(List<String> ports, SiteName site) {
        if (ports.size() < 2) return ports;
        int first = Math.floorMod(
                turns.computeIfAbsent(site, begun -> new AtomicInteger()).getAndIncrement(), ports.size());
        List<String> turned = new ArrayList<>(ports.subList(first, ports.size()));
        turned.addAll(ports.subList(0, first));
        return turned;
    }

    private boolean isSilent(String port) {
        Instant until = silent.get(port);
        return until != null && clock.instant().isBefore(until);
    }

    /** A port did not answer: later ones are preferred to it for a while. Never blocks. */
    void missed(String port) {
        silent.put(port, clock.instant().plus(SKIPPED_FOR));
    }

    /** A port answered. Never blocks. */
    void answered(String port) {
        silent.remove(port);
    }

    /** A node of the site named these ports; what cannot be dialled refuses all of them. Never blocks. */
    void told(SiteName site, List<String> ports) {
        if (ports.equals(told.get(site))) return;
        try {
            ports.forEach(DataAddress::parse); // a stranger's words
            told.put(site, List.copyOf(ports));
            var unused = catalog.sites().tellDataPorts(site, ports).whenComplete((done, failure) -> {
                if (failure == null) return;
                told.remove(site, ports); // written when it is told again
                LOG.info("the data ports of {} were not written: {}", site, failure.getMessage());
            });
        } catch (MoverException e) {
            LOG.info("the data ports that {} told are not taken: {}", site, e.sentence());
        }
    }
}
