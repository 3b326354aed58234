package org.bdm.core.source.bdm;

import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;

/** Decides whether who dialled us may give us bytes in the name of its site. Called on event loops: must not block. */
public interface DialledPeers {
    /** Returns if it may; else throws {@link org.bdm.core.fault.MoverException} PEER_NOT_PINNED or NOT_ALLOWED. */
    void check(Frame.Hello hello, PeerIdentity peer);
}
