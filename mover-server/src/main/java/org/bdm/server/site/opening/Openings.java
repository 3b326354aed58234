package org.bdm.server.site.opening;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.DataNodeHosts;
import org.bdm.server.catalog.site.Ban;
import org.bdm.server.catalog.site.PlaceRuleRows;

/**
 * Knows of every place whether it may be used now. A place is the name of a site, this one included, or the host of a data node. Any thread;
 * only {@link #pass} and {@link #look} block.
 */
public final class Openings {
    private final PlaceRuleRows rows;
    private final DataNodeHosts hosts;
    private final SiteName own;
    private final Clock clock;
    private final List<Runnable> onChange = new CopyOnWriteArrayList<>();
    private final Object reading = new Object();
    private long version = -1; // guarded by reading
    private long told = -1; // by pass() only, which is synchronized
    private volatile PlaceRules rules;

    /** Without rules before the first {@link #pass}. */
    public Openings(Catalog catalog, SiteName own, Clock clock) {
        this.rows = catalog.placeRules();
        this.hosts = catalog.dataNodeHosts();
        this.own = own;
        this.clock = clock;
        this.rules = new PlaceRules(own, List.of(), List.of(), List.of());
    }

    /** With the rules as they are now, so that they are known before anything is served or fetched. May block. */
    public static Openings read(Catalog catalog, SiteName own, Clock clock) {
        Openings openings = new Openings(catalog, own, clock);
        openings.pass();
        return openings;
    }

    /** From now on called after every change of the rules, and once after they were read first; may block the thread of {@link #pass}. */
    public void onChange(Runnable listener) {
        onChange.add(listener);
    }

    /** Reads the rules anew if another thread, node or process has changed them, and tells it. Twice a second. */
    public synchronized void pass() {
        long now = readAnew();
        if (now == told) return;
        onChange.forEach(Runnable::run);
        told = now; // not before: what a listener could not do is tried again
    }

    /**
     * The same without telling anybody, which follows with the next pass: for who begins to use places of which something was just learnt. May
     * block, but never waits for those who are told.
     */
    public void look() {
        var unused = readAnew();
    }

    /** Returns the version of the rules that hold now. */
    private long readAnew() {
        synchronized (reading) {
            long now = rows.version();
            if (now == version) return now;
            Instant time = clock.instant();
            rules = new PlaceRules(own, rows.windows(), rows.maintenance(time), rows.bans(time), hosts.all());
            version = now;
            return now;
        }
    }

    /** True if there are no rules: nothing is ever closed. */
    public boolean areAllOpen() {
        return rules.isEmpty();
    }

    /** Why a place may not be used now; empty if it may. */
    public Optional<Closure> closureOf(String place) {
        return rules.closureOf(place, clock.instant());
    }

    /** Of places each of which would do: why none may be used, by that which opens first; empty if one may, or there are none. */
    public Optional<Closure> closureOfAll(Collection<String> places) {
        Closure first = null;
        for (String place : places) {
            Optional<Closure> closure = closureOf(place);
            if (closure.isEmpty()) return Optional.empty();
            first = first == null ? closure.get() : Closure.sooner(first, closure.get());
        }
        return Optional.ofNullable(first);
    }

    /** True if a place is banned now. */
    public boolean isBanned(String place) {
        return banOf(place).isPresent();
    }

    /** The ban of a place that holds now. */
    public Optional<Ban> banOf(String place) {
        return rules.banOf(place, clock.instant());
    }

    /**
     * Refuses to ask a banned place anything.
     *
     * @throws MoverException SITE_BANNED
     */
    public void refuseBanned(String place) {
        if (!isBanned(place)) return;
        throw closureOf(place).orElseThrow().refusal();
    }
}
