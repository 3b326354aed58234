package org.bdm.core.control;

import java.time.Instant;
import java.util.List;

/**
 * A one-time code for pairing, to be handed over by a safe way.
 *
 * @param code address, fingerprint and secret in one word; shown once
 */
public record InvitationView(
        String id, String name, String code, Instant expiresAt, List<String> read, List<String> write) {
    /** An absent list is an empty one. */
    public InvitationView {
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
