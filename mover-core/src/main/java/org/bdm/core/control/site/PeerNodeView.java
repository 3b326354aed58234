package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node of another site, as its data port.
 *
 * @param state How the last connection ended that this process tried. One of {@code PeerNodeState}.
 * @param triedAt When that was; null if it was not tried since the process started.
 */
public record PeerNodeView(
        String dataAddress, String state, @Nullable Instant triedAt) {}
