package org.bdm.server.catalog.site;

import java.time.Instant;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.id.SiteName;
import org.jspecify.annotations.Nullable;

/**
 * An offer to pair, worth one use. Only the SHA-256 of its secret is kept.
 *
 * @param site whom it is for
 * @param grants what that site gets when it uses it
 * @param usedAt null until it is used
 */
public record Invitation(
        Checksum secretSha256,
        SiteName site,
        List<SiteGrant> grants,
        Instant expiresAt,
        @Nullable Instant usedAt) {
    /** Copies the list. */
    public Invitation {
        grants = List.copyOf(grants);
    }
}
