package org.bdm.core.source.bdm;

/**
 * Who asks, for what.
 *
 * @param own this node
 * @param session name of the session, unique on both nodes: 1 to 64 characters of ASCII; all its streams carry it
 * @param export the export of the other site that is read
 * @param features what the other side must do, of {@link org.bdm.core.wire.Features}
 */
public record PeerSession(OwnNode own, String session, String export, long features) {}
