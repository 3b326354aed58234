package org.bdm.server.site.access;

import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.id.SiteName;
import org.jspecify.annotations.Nullable;

/** The reachability of other sites, from this node's own contacts. Lost with the process. Any thread. */
public final class PeerContacts {
    private final Clock clock;
    private final Map<SiteName, Contact> bySite = new ConcurrentHashMap<>();

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

    /** Empty before the first contact. */
    public Optional<Contact> of(SiteName site) {
        return Optional.ofNullable(bySite.get(site));
    }

    /** It is not paired any more. */
    public void forget(SiteName site) {
        bySite.remove(site);
    }
}
