package org.bdm.server.site.oidc;

import java.net.URI;
import tools.jackson.databind.JsonNode;

/** The issuer of the site, as one who logs people in sees it. Any thread that may block. */
public interface Issuer {
    /** Returns the address at which the browser logs in. */
    URI page(LoginAttempt attempt) throws LoginRefused;

    /** INVALID if the one who sent the browser back is another issuer, as far as ours names itself. */
    void checkSender(String named) throws LoginRefused;

    /** Exchanges a code, and returns the claims of the person who logged in. INVALID if the issuer or a check refuses. */
    JsonNode claims(String code, LoginAttempt attempt) throws LoginRefused;
}
