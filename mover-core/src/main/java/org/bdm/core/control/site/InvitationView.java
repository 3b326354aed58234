package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A one-time code for pairing, to be handed over by a safe way.
 *
 * @param code address, fingerprint and secret in one word; only in the answer that made it, null in a list
 */
public record InvitationView(
        String id,
        String name,
        @Nullable String code,
        Instant createdAt,
        Instant expiresAt,
        List<String> read,
        List<String> write) {
    /** The code of an invitation that was just made. */
    public String codeOfNew() {
        return Objects.requireNonNull(code, "the code of an invitation is only shown when it is created");
    }

    /** An absent list is an empty one. */
    public InvitationView {
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
