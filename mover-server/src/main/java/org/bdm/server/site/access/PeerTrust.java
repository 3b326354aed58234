package org.bdm.server.site.access;

import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.PinnedPeers;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.Site;

/**
 * The keys that are pinned, in memory, so that event loops can ask. {@link #reload} after every change of the sites and invitations; own node
 * included. Any thread.
 */
public final class PeerTrust implements PinnedPeers {
    private final Catalog catalog;
    private final SiteName ownSite;
    private final NodeId ownNode;
    private final Clock clock;
    private volatile Map<NodeId, SiteName> pins = Map.of();
    private volatile Instant strangersUntil = Instant.EPOCH;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Reads the pinned sites. */
    public PeerTrust(Catalog catalog, SiteName ownSite, NodeId ownNode, Clock clock) {
        this.catalog = catalog;
        this.ownSite = ownSite;
        this.ownNode = ownNode;
        this.clock = clock;
        read();
    }

    /** From now on called after every change of pins and grants; must not block. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Reads the sites and invitations again, and tells who listens. May block. */
    public void reload() {
        read();
        listeners.forEach(Runnable::run);
    }

    private synchronized void read() {
        Map<NodeId, SiteName> fresh = new HashMap<>();
        List<Site> sites = catalog.sites().all();
        sites.forEach(site -> fresh.put(site.pin(), site.name()));
        fresh.put(ownNode, ownSite);
        pins = Map.copyOf(fresh);
        strangersUntil = catalog.sites().openInvitationsUntil().orElse(Instant.EPOCH);
    }

    /** True if a node may finish TLS; while an invitation is open, strangers may: they can do nothing but show it. Never blocks. */
    public boolean mayConnect(NodeId node) {
        return pins.containsKey(node) || clock.instant().isBefore(strangersUntil);
    }

    @Override
    public Optional<SiteName> siteOf(NodeId node) {
        return Optional.ofNullable(pins.get(node));
    }
}
