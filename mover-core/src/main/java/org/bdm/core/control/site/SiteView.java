package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site that this one is paired with, or this one itself.
 *
 * @param local true for the site that answers
 * @param url of its control plane, where known
 * @param dataAddress {@code HOST:PORT}
 * @param fingerprint {@code SHA256:...} of the pinned key
 * @param state {@code REACHABLE}, {@code UNREACHABLE} or {@code UNKNOWN}: as the last contact ended that this node had with it since it started
 * @param stateSince since when the state is so; null while it is {@code UNKNOWN}, and of the site that answers
 * @param lastSeenAt the last contact that came through
 * @param read what we let it read: exports, with prefix where limited
 * @param write what we let it write
 * @param ban why it is neither asked nor served now; null if it is not banned
 * @param maintenance the entry of its calendar that goes on now, or begins next; null without one
 */
public record SiteView(
        String name,
        boolean local,
        @Nullable String url,
        @Nullable String dataAddress,
        String fingerprint,
        String state,
        @Nullable Instant stateSince,
        @Nullable Instant lastSeenAt,
        @Nullable Instant pairedAt,
        List<String> read,
        List<String> write,
        @Nullable BanView ban,
        @Nullable MaintenanceView maintenance) {
    /** An absent list is an empty one. */
    public SiteView {
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
