package org.bdm.core.serve;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;

/** The meters of all sessions that have streams, or whose ticket has not expired. Any thread. */
final class SessionMeters {
    private static final int SESSIONS_MAX = 10_000;

    private final Map<Key, SessionMeter> meters = new HashMap<>(); // guarded by this

    private record Key(SiteName issuer, String session) {}

    /** Counts one more stream of a session; TOO_MANY_CONNECTIONS if its ticket, or this node, does not allow it. */
    synchronized SessionMeter open(String session, Access access) {
        Key key = new Key(access.issuer(), session);
        SessionMeter meter = meters.get(key);
        if (meter == null) {
            if (meters.size() >= SESSIONS_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_MANY_CONNECTIONS, "more than " + SESSIONS_MAX + " sessions are remembered here");
            }
            meter = new SessionMeter(access.limits());
            meters.put(key, meter);
        }
        meter.open(access);
        return meter;
    }

    /** Forgets what nobody can go on with. */
    synchronized void forgetOver(Instant now) {
        meters.values().removeIf(meter -> meter.isOver(now));
    }
}
