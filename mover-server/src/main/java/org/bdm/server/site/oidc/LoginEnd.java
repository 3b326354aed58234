package org.bdm.server.site.oidc;

import java.util.Locale;

/** The reasons for which a login at the issuer ends without a session; the login page has a sentence for each. */
public enum LoginEnd {
    /** It took longer than 10 minutes, or this browser did not begin it at this address. */
    LATE,
    /** The person declined, or the issuer does not let him use this site. */
    DECLINED,
    /** No value of the claim of roles gives a role here. */
    NO_ROLE,
    /** The claim of names is missing, unproved, or no name. */
    NO_NAME,
    /** The issuer cannot be reached, or answers what it should not. */
    ISSUER,
    /** The ID token, or the code, does not pass the checks. */
    INVALID,
    /** Too many logins at once, or too many that failed. */
    BUSY,
    /** This site could not begin the session. */
    SITE;

    /** The form in addresses. */
    public String shown() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
