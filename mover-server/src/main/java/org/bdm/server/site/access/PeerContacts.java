package org.bdm.server.site.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.id.SiteName;
import org.jspecify.annotations.Nullable;

/** The reachability of other sites, from this node's own contacts. Lost with the process. Any thread. */
public final class PeerContacts {
    private static final Duration SILENT_FOR = Duration.ofSeconds(30);
    private static final int MISSES_MAX = 6;

    private final Clock clock;
    private final Map<SiteName, Contact> bySite = new ConcurrentHashMap<>();
    private final Map<SiteName, Map<String, PortContact>> ports = new ConcurrentHashMap<>();

    /** Nothing is known yet. */
    public PeerContacts(Clock clock) {
        this.clock = clock;
    }

    /**
     * The last contact with a site.
     *
     * @param isReachable whether the last try to reach it, or the last call from it, came through
     * @param since since when that is so
     * @param lastSeenAt the last time it was; null if it never was
     */
    public record Contact(
            boolean isReachable, Instant since, @Nullable Instant lastSeenAt) {}

    /** A stream to it was opened, or it opened one to us with a ticket of its own. */
    public void seen(SiteName site) {
        Instant now = clock.instant();
        bySite.merge(
                site,
                new Contact(true, now, now),
                (before, after) -> new Contact(true, before.isReachable() ? before.since() : now, now));
    }

    /** It was called and did not answer. */
    public void missed(SiteName site) {
        Instant now = clock.instant();
        bySite.merge(
                site,
                new Contact(false, now, null),
                (before, after) ->
                        new Contact(false, before.isReachable() ? now : before.since(), before.lastSeenAt()));
    }

    /**
     * One data port of a site.
     *
     * @param isAnswering whether it answered when it was dialled last
     * @param at when that was
     * @param misses how often it did not answer since it last did
     */
    public record PortContact(boolean isAnswering, Instant at, int misses) {}

    /** A data port of a site answered. */
    void answered(SiteName site, String port) {
        ports.computeIfAbsent(site, first -> new ConcurrentHashMap<>())
                .put(port, new PortContact(true, clock.instant(), 0));
    }

    /** A data port of a site did not answer. */
    void missed(SiteName site, String port) {
        ports.computeIfAbsent(site, first -> new ConcurrentHashMap<>())
                .merge(
                        port,
                        new PortContact(false, clock.instant(), 1),
                        (before, now) -> new PortContact(false, now.at(), Math.min(before.misses() + 1, MISSES_MAX)));
    }

    /** True if a port did not answer lately: for 30 s after the first time, twice as long after each further one, up to 16 min. */
    boolean isSilent(SiteName site, String port) {
        PortContact last = ofPorts(site).get(port);
        if (last == null || last.isAnswering()) return false;
        return clock.instant().isBefore(last.at().plus(SILENT_FOR.multipliedBy(1L << (last.misses() - 1))));
    }

    /** Forgets all ports of a site but these. */
    void keepPorts(SiteName site, Set<String> known) {
        Map<String, PortContact> all = ports.get(site);
        if (all != null) all.keySet().retainAll(known);
    }

    /** Its data ports that were dialled. */
    public Map<String, PortContact> ofPorts(SiteName site) {
        return Map.copyOf(ports.getOrDefault(site, Map.of()));
    }

    /** The last contact with each site, as far as there was one. */
    public Map<SiteName, Contact> all() {
        return Map.copyOf(bySite);
    }

    /** Empty before the first contact. */
    public Optional<Contact> of(SiteName site) {
        return Optional.ofNullable(bySite.get(site));
    }

    /** It is not paired any more. */
    public void forget(SiteName site) {
        bySite.remove(site);
        ports.remove(site);
    }
}
