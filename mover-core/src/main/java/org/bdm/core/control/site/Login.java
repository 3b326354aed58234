package org.bdm.core.control.site;

import java.util.Objects;

/**
 * Begin a session of the web UI with a token.
 *
 * @param token its secret
 */
public record Login(String token) {
    /** Refuses a message that lacks what it cannot do without. */
    public Login {
        Objects.requireNonNull(token, "token is missing");
    }
}
