package org.bdm.core.control.link;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one link: outside them it moves nothing.
 *
 * @param source Name of a site, host of a data node, or * for everything that comes to the destination. Such as {@code north}.
 * @param destination Name of the site of this server. Such as {@code south}.
 * @param windows The windows in their normal form. Such as {@code ['Mon-Fri 18:00-06:00 Europe/Berlin']}.
 * @param isOpen True if one of them is open now.
 * @param changesAt When the link opens or closes next by its windows; null if it never closes.
 * @param changedBy Owner of the token of whoever set them last. Such as {@code ann}.
 * @param changedAt When they were set last.
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
