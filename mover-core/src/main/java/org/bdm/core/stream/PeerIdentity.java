package org.bdm.core.stream;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.bdm.core.id.NodeId;

/**
 * Identity of the other end.
 *
 * @param provenNode the node whose key the TLS handshake proved; empty on a plain connection
 * @param address where the connection comes from or goes to
 * @param isEncrypted whether TLS is used
 */
public record PeerIdentity(Optional<NodeId> provenNode, InetSocketAddress address, boolean isEncrypted) {}
