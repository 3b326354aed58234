package org.bdm.core.control.link;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one link: outside them it moves nothing.
 *
 * @param source name of a site, host of a data node, or {@code *} for everything that comes to the destination
 * @param destination the site of this server
 * @param windows in their normal form, as {@code Mon-Fri 18:00-06:00 Europe/Berlin}
 * @param isOpen whether one of them is open now
 * @param changesAt when the link opens or closes next by its windows; null if it never closes
 * @param changedBy who set them last
 */
public record LinkWindowsView(
        String source,
        String destination,
        List<String> windows,
        boolean isOpen,
        @Nullable Instant changesAt,
        String changedBy,
        Instant changedAt) {
    /** An absent list is an empty one. */
    public LinkWindowsView {
        windows = windows == null ? List.of() : List.copyOf(windows);
    }
}
