package org.bdm.core.source.bdm;

import org.bdm.core.id.SiteName;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Frame;

/**
 * Where sources that dial us meet the sessions that want them: a site whose data port cannot be reached keeps a standby stream here, is
 * told to dial, and its new streams join the session that waits. Any thread.
 */
public final class DialledStreams {
    /** Takes over a stream whose first frame was {@code hello}, with purpose STANDBY or JOIN. Fits {@code serve.DialledIn}. */
    public void accept(DataStream stream, Frame.Hello hello) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Whether this site keeps a standby stream here now. */
    public boolean isWaiting(SiteName site) {
        throw new UnsupportedOperationException("comes next");
    }

    /** Opens streams by telling the site to dial; fails with PEER_UNREACHABLE while it has no standby stream, or does not dial in time. */
    public StreamOpener opener(SiteName site) {
        throw new UnsupportedOperationException("comes next");
    }
}
