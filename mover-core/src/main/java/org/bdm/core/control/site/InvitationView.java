package org.bdm.core.control.site;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A one-time code for pairing, to be handed over in a safe way.
 *
 * @param id Id of the invitation. Such as {@code 0123456789abcdef}.
 * @param name Name of the site that is invited. Such as {@code north}.
 * @param code Address, fingerprint and secret in one word; null in a list. Such as {@code bdm1_bm9ydGgKbm9ydGguZXhhbXBsZTo4NDcx}.
 * @param read What the site may read here, and then what is lent to it. Such as {@code [data]}.
 * @param write What that site may write here, as EXPORT or EXPORT/prefix: it may submit jobs that write there. Such as {@code [in]}.
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
