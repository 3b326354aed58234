package org.bdm.server.site.dataport;

import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.PinnedPeers;
import org.bdm.core.source.bdm.DialledPeers;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;

/** Sources that dial this node must prove, by TLS, the key that is pinned for the site they name. */
public final class PinnedDiallers implements DialledPeers {
    private final PinnedPeers pins;

    /** Asks these pins. */
    public PinnedDiallers(PinnedPeers pins) {
        this.pins = pins;
    }

    @Override
    public void check(Frame.Hello hello, PeerIdentity peer) {
        NodeId node = peer.provenNode()
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_AUTHENTICATED, "a source dials in on TLS only"));
        if (!pins.siteOf(node).equals(Optional.of(hello.site()))) {
            throw new MoverException(
                    ErrorCode.PEER_NOT_PINNED,
                    "a stream was dialled in by " + node + ", whose key is not pinned for " + hello.site());
        }
    }
}
