package org.bdm.server.site.access;

import java.util.concurrent.CompletionStage;
import org.bdm.core.id.NodeId;

/** Shows an invitation at the data port of the inviting site. Any thread, never blocks. */
public interface PairingCaller {
    /**
     * Completes when the other site has accepted.
     *
     * @param dataAddress {@code HOST:PORT}
     * @param node the only key that may answer
     * @param request opaque bytes for {@link Pairing#accept}
     */
    CompletionStage<Void> show(String dataAddress, NodeId node, byte[] request);
}
