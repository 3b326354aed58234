package org.bdm.core.serve;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.Frame;

/** The streams that are served, what their sessions have taken, and how often rights have changed. Any thread. */
final class OpenSessions {
    private final Set<ServeSession> sessions = ConcurrentHashMap.newKeySet();
    private final SessionMeters meters;
    private final AtomicInteger changesOfRights = new AtomicInteger();
    private final Map<SiteName, LongAdder> sentBytes = new ConcurrentHashMap<>(); // of sites that proved their key
    private final SendDivision division = new SendDivision(System::nanoTime);

    OpenSessions(int streamsOfOneSiteMax) {
        meters = new SessionMeters(streamsOfOneSiteMax);
    }

    /** Tells later whether rights were changed while access was checked. */
    int changesOfRights() {
        return changesOfRights.get();
    }

    SessionMeter meter(Frame.Hello hello, Access access) {
        return meters.open(hello.session(), access);
    }

    /** The stream that was counted by {@link #meter} has ended. */
    void ended(Frame.Hello hello, SiteName issuer, SessionMeter meter) {
        meters.close(issuer, hello.session(), meter);
    }

    /** Counts the payload sent to a site since the start, over all its sessions. */
    LongAdder sentTo(SiteName site) {
        return sentBytes.computeIfAbsent(site, first -> new LongAdder());
    }

    /** Returns the streams open now and the payload sent since the start, by site. */
    Map<SiteName, ServedSite> bySite() {
        Map<SiteName, Integer> streams = new HashMap<>();
        sessions.forEach(session -> streams.merge(session.issuer(), 1, Integer::sum));
        Map<SiteName, ServedSite> sites = new HashMap<>();
        sentBytes.forEach((site, sent) -> sites.put(site, new ServedSite(streams.getOrDefault(site, 0), sent.sum())));
        return sites;
    }

    void add(ServeSession session) {
        sessions.add(session);
        divide(); // a limit counts for its first block, too
    }

    /** Divides what may be sent anew. */
    void limit(SendLimits limits) {
        division.limit(limits, paces());
    }

    /** By the timer. */
    void divide() {
        if (division.hasLimits()) division.divide(paces());
    }

    private Map<SendPace, Sending> paces() {
        Map<SendPace, Sending> paces = new HashMap<>();
        sessions.forEach(session -> paces.put(
                session.pace,
                new Sending(session.issuer(), session.access.exports().keySet())));
        return paces;
    }

    Map<SiteName, Long> rates() {
        return division.rates();
    }

    /** True for the first call with this session. */
    boolean remove(ServeSession session) {
        return sessions.remove(session);
    }

    Set<ServeSession> all() {
        return sessions;
    }

    /** Rights were changed: every open session is looked at again. */
    void reconsider() {
        changesOfRights.incrementAndGet();
        sessions.forEach(ServeSession::reconsider);
    }

    /** By the timer. */
    void tellLoads() {
        sessions.forEach(ServeSession::tellLoad);
    }

    /** By the timer. */
    void checkExpiry(Instant now) {
        sessions.forEach(ServeSession::checkExpiry);
        meters.forgetOver(now);
    }
}
