package org.bdm.core.control.site;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node of another site, as its data port.
 *
 * @param dataAddress {@code HOST:PORT}
 * @param state {@code ANSWERS} or {@code SILENT}, as the last connection ended that this process tried; {@code UNTRIED}
 * @param triedAt when that was; null if it was not tried since the process started
 */
public record PeerNodeView(
        String dataAddress, String state, @Nullable Instant triedAt) {}
