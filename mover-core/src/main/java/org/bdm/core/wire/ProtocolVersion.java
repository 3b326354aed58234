package org.bdm.core.wire;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** Versions and features that this program speaks. */
public final class ProtocolVersion {
    /** Oldest version spoken. */
    public static final int MIN = 1;

    /** Newest version spoken. */
    public static final int MAX = 1;

    /** Feature bits of HELLO that this program knows: none yet. */
    public static final long FEATURES = 0;

    private ProtocolVersion() {}

    /**
     * The newest version that both ends speak.
     *
     * @throws MoverException PROTOCOL_VERSION if there is none
     */
    public static int common(int peerMin, int peerMax) {
        int newest = Math.min(MAX, peerMax);
        if (peerMin > peerMax || newest < Math.max(MIN, peerMin)) {
            throw new MoverException(
                    ErrorCode.PROTOCOL_VERSION,
                    "the other side speaks versions " + peerMin + " to " + peerMax + " of the data protocol, this one " + MIN
                            + " to " + MAX);
        }
        return newest;
    }
}
