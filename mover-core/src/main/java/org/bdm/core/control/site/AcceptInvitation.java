package org.bdm.core.control.site;

import java.util.List;
import java.util.Objects;

/**
 * Pair with the site that gave this code.
 *
 * @param name of the site that gave the code; refused when it calls itself otherwise
 * @param read what that site may read here in return
 * @param write what it may write here in return
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
