package org.bdm.core.serve;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;

/** Compares what a HELLO says of its sender with what TLS proved. Pure. */
final class HelloIdentity {
    private HelloIdentity() {}

    /** Throws PEER_NOT_PINNED if TLS proved another node than the one that is named. On a plain connection the name is only a claim. */
    static void check(Frame.Hello hello, PeerIdentity peer) {
        peer.provenNode().filter(proven -> !proven.equals(hello.node())).ifPresent(proven -> {
            throw new MoverException(
                    ErrorCode.PEER_NOT_PINNED,
                    "the HELLO of " + hello.site() + " names the node " + hello.node() + ", and TLS proved " + proven);
        });
    }
}
