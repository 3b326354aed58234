package org.bdm.server.catalog.holding;

import java.time.Instant;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.transfer.Origin;
import org.jspecify.annotations.Nullable;

/**
 * A digest that is known of a holding.
 *
 * @param knownAt when it was computed here, or taken from a list
 * @param asked of one that was {@link DigestOrigin#RECEIVED}, the requests that brought the bytes; null if nobody counted them
 */
public record HoldingDigest(Checksum digest, DigestOrigin origin, Instant knownAt, Origin.@Nullable Asked asked) {
    /** A digest that does not rest on requests, or of which nobody counted them. */
    public HoldingDigest(Checksum digest, DigestOrigin origin, Instant knownAt) {
        this(digest, origin, knownAt, null);
    }

    /** Returns what it rests on where nobody published a digest, for people; null where its origin says all. */
    public @Nullable String restsOn() {
        return asked == null ? null : asked.text() + "; no digest is published";
    }
}
