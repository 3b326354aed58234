package org.bdm.server.catalog.job;

import org.bdm.core.checksum.Checksum;

/**
 * Makes the repetition of a request harmless.
 *
 * @param key chosen by the client, unique per owner; at most 200 characters
 * @param bodySha256 of the request as it was sent
 */
public record Idempotency(String key, Checksum bodySha256) {
    /** Refuses keys that are empty or too long. */
    public Idempotency {
        if (key.isEmpty() || key.length() > 200)
            throw new IllegalArgumentException("an idempotency key has 1 to 200 characters");
    }
}
