package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.List;
import org.bdm.server.catalog.limit.Limit;

/**
 * The windows of one link to this site: outside them it moves nothing.
 *
 * @param source name of a site, host of a data node, or {@value Limit#EVERYTHING}
 * @param windows at least one, as {@code Mon-Fri 18:00-06:00 Europe/Berlin}
 * @param changedBy who set them last
 */
public record LinkWindows(String source, List<String> windows, String changedBy, Instant changedAt) {
    /** Copies the windows. */
    public LinkWindows {
        windows = List.copyOf(windows);
    }
}
