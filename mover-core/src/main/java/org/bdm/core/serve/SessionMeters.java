package org.bdm.core.serve;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;

/**
 * The meters of all sessions that have streams, or whose ticket has not expired. Each site is bounded by itself: what one opens takes nothing
 * from another. Any thread.
 */
final class SessionMeters {
    static final int SESSIONS_OF_ONE_SITE_MAX = 1_000;

    private final int streamsOfOneSiteMax;
    private final Map<Key, SessionMeter> meters = new HashMap<>(); // guarded by this, as is all below
    private final Map<SiteName, Integer> sessions = new HashMap<>();
    private final Map<SiteName, Integer> streams = new HashMap<>();

    SessionMeters(int streamsOfOneSiteMax) {
        this.streamsOfOneSiteMax = streamsOfOneSiteMax;
    }

    private record Key(SiteName issuer, String session) {}

    /** Counts one more stream of a session; TOO_MANY_CONNECTIONS if its ticket, or this node, does not allow it. */
    synchronized SessionMeter open(String session, Access access) {
        SiteName issuer = access.issuer();
        int open = streams.getOrDefault(issuer, 0);
        if (open >= streamsOfOneSiteMax) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    "site " + issuer + " has " + open + " streams open here, the most that one site may have");
        }
        Key key = new Key(issuer, session);
        SessionMeter meter = meters.get(key);
        if (meter == null) {
            meter = new SessionMeter(access.limits());
            remember(key, meter);
        }
        meter.open(access);
        streams.merge(issuer, 1, Integer::sum);
        return meter;
    }

    /** Lock held. */
    private void remember(Key key, SessionMeter meter) {
        int known = sessions.getOrDefault(key.issuer(), 0);
        if (known >= SESSIONS_OF_ONE_SITE_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    "more than " + SESSIONS_OF_ONE_SITE_MAX + " sessions of site " + key.issuer()
                            + " are remembered here");
        }
        meters.put(key, meter);
        sessions.put(key.issuer(), known + 1);
    }

    /** A stream that was counted has ended. A session whose bytes are not counted is forgotten with its last one. */
    synchronized void close(SiteName issuer, String session, SessionMeter meter) {
        meter.close();
        streams.computeIfPresent(issuer, (site, open) -> open == 1 ? null : open - 1);
        if (!meter.isOver(Instant.MIN)) return;
        if (meters.remove(new Key(issuer, session), meter)) forgotten(issuer);
    }

    /** Lock held. */
    private void forgotten(SiteName issuer) {
        sessions.computeIfPresent(issuer, (site, known) -> known == 1 ? null : known - 1);
    }

    /** Forgets what nobody can go on with. */
    synchronized void forgetOver(Instant now) {
        meters.entrySet().removeIf(entry -> {
            if (!entry.getValue().isOver(now)) return false;
            forgotten(entry.getKey().issuer());
            return true;
        });
    }
}
