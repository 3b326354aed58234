package org.bdm.core.stream;

import java.util.function.Predicate;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeCredentials;

/** Protection of a connection. */
public sealed interface StreamSecurity {
    /** No encryption, no proof of who is there: only where both ends allow it. */
    record Plain() implements StreamSecurity {}

    /**
     * TLS 1.3, both ends prove their key.
     *
     * @param own what this node proves
     * @param isAccepted whether a node that is known by this key may be at the other end; asked on event loops, must not block
     */
    record Tls(NodeCredentials own, Predicate<NodeId> isAccepted) implements StreamSecurity {}

    /** No encryption. */
    static StreamSecurity plain() {
        return new Plain();
    }

    /** TLS with exactly this node, or one for which its key vouches, at the other end. */
    static StreamSecurity tls(NodeCredentials own, NodeId expected) {
        return new Tls(own, expected::equals);
    }
}
