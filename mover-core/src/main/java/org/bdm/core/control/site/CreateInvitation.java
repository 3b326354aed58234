package org.bdm.core.control.site;

import java.util.List;
import java.util.Objects;

/**
 * Asks for a one-time code with which another site may pair with this one.
 *
 * @param name Name of the site that is invited. Such as {@code north}.
 * @param read What it may read here: exports, as EXPORT or EXPORT/prefix. bdm://SITE/EXPORT and https://HOST lend its jobs what this site
 * may read there. Such as {@code [data]}.
 * @param write What that site may write here, as EXPORT or EXPORT/prefix: it may submit jobs that write there. Such as {@code [in]}.
 */
public record CreateInvitation(String name, List<String> read, List<String> write) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public CreateInvitation {
        Objects.requireNonNull(name, "name is missing");
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
