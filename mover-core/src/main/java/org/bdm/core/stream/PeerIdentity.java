package org.bdm.core.stream;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.bdm.core.id.NodeId;

/**
 * Identity of the other end.
 *
 * @param provenNode the key by which TLS proved who is there: that of the node, or that of its site, which vouches for it; empty on a plain
 *     connection
 * @param address where the connection comes from or goes to
 * @param isEncrypted whether TLS is used
 */
public record PeerIdentity(Optional<NodeId> provenNode, InetSocketAddress address, boolean isEncrypted) {}
