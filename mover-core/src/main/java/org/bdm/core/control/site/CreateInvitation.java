package org.bdm.core.control.site;

import java.util.List;
import java.util.Objects;

/**
 * Ask for a one-time code with which another site may pair with this one.
 *
 * @param name of the site that is invited
 * @param read {@code EXPORT} or {@code EXPORT/prefix} it may read here, and what its jobs may read elsewhere with the rights of this site: {@code
 *     bdm://SITE/EXPORT/prefix}, {@code https://HOST}
 * @param write what it may write here
 */
public record CreateInvitation(String name, List<String> read, List<String> write) {
    /** Refuses a message that lacks what it cannot do without; an absent list is an empty one. */
    public CreateInvitation {
        Objects.requireNonNull(name, "name is missing");
        read = read == null ? List.of() : List.copyOf(read);
        write = write == null ? List.of() : List.copyOf(write);
    }
}
