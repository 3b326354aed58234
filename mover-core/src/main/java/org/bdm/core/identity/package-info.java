/**
 * Identity and rights of nodes: the key of this node, pins of others, tickets and grants; and how files with a secret are written.
 * It is not a store of pairings: that is the catalog's, reached through {@link org.bdm.core.identity.PinnedPeers}.
 * Called by {@code stream} for TLS, by {@code serve} and {@code source.bdm} for tickets, and by the server.
 * Values are immutable and safe on any thread; reading and writing the key file blocks and is done at start.
 */
@NullMarked
package org.bdm.core.identity;

import org.jspecify.annotations.NullMarked;
