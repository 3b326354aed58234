package org.bdm.core.serve;

import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;

/** Decides what a peer may read: verifies its ticket against the grant of its site. Called on a thread that may block. */
public interface AccessCheck {
    /**
     * Returns what this peer may read with the ticket of its hello.
     *
     * @throws org.bdm.core.fault.MoverException TICKET_INVALID, TICKET_EXPIRED, TICKET_FOREIGN, PEER_NOT_PINNED or NOT_ALLOWED; its detail
     *     is shown to the peer
     */
    Access check(Frame.Hello hello, PeerIdentity peer);

    /** As {@link #check}, for a new ticket of a session that is open. */
    Access renew(Frame.Hello hello, byte[] ticket, PeerIdentity peer);
}
