package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A site that this one is paired with, or this one itself.
 *
 * @param local True for the site that answers.
 * @param url Address of its REST interface; null if it is not known. Such as {@code https://north.example:8470}.
 * @param dataAddress Its data port, as HOST:PORT; null if it is not known. Such as {@code north.example:8471}.
 * @param fingerprint Fingerprint of its pinned key: SHA256: and 64 hexadecimal digits. Such as {@code
 * SHA256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855}.
 * @param state How the last contact ended that this node had with it since it started. One of {@code SiteState}.
 * @param stateSince Since when the state is so; null while it is UNKNOWN, and for the site that answers.
 * @param lastSeenAt When the last contact succeeded; null if none did since this node started.
 * @param pairedAt When it was paired; null for the site that answers.
 * @param read What it may read here: exports, as EXPORT or EXPORT/prefix. bdm://SITE/EXPORT and https://HOST lend its jobs what this site
 * may read there. Such as {@code [data]}.
 * @param write What it may write here: always empty. Such as {@code []}.
 * @param ban The ban of the site; null for none.
 * @param maintenance The entry of its maintenance calendar that goes on now, or the next one; null for none.
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
