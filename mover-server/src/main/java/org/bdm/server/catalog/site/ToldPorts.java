package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data ports of the nodes of a paired site, as one of them told.
 *
 * @param ports each {@code HOST:PORT}; empty if none were told
 * @param toldAt when that was; null if no node told anything since the site was paired
 */
public record ToldPorts(List<String> ports, @Nullable Instant toldAt) {
    /** Copies the list. */
    public ToldPorts {
        ports = List.copyOf(ports);
    }

    /** Nothing was told. */
    static ToldPorts none() {
        return new ToldPorts(List.of(), null);
    }
}
