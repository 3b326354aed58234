package org.bdm.core.control.site;

import java.util.List;
import java.util.Objects;

/**
 * Pairs with the site that gave a code.
 *
 * @param name Name of the site that gave the code; refused if it calls itself otherwise. Such as {@code north}.
 * @param code The code: address, fingerprint and secret in one word. Such as {@code bdm1_bm9ydGgKbm9ydGguZXhhbXBsZTo4NDcx}.
 * @param read What that site may read here in return: exports, as EXPORT or EXPORT/prefix. bdm://SITE/EXPORT and https://HOST lend its jobs
 * what this site may read there. Such as {@code [data]}.
 * @param write What that site may write here, as EXPORT or EXPORT/prefix: it may submit jobs that write there. Such as {@code [in]}.
 */
public record AcceptInvitation(String name, String code, List<String> read, List<String> write) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public AcceptInvitation {
        Objects.requireNonNull(name, "name is missing");
        Objects.requireNonNull(code, "code is missing");
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
