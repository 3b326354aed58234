package org.bdm.server.catalog.site;

import java.time.Instant;
import org.bdm.core.checksum.Checksum;

/**
 * A session of the web UI. Only the SHA-256 of what its cookie holds is kept.
 *
 * @param token number of the token that began it
 * @param csrfToken to be shown with each change
 */
public record LoginSessionRow(
        Checksum idSha256, long token, Checksum tokenSha256, String csrfToken, Instant expiresAt) {}
