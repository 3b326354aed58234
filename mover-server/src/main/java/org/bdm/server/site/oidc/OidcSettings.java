package org.bdm.server.site.oidc;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.site.access.Role;

/**
 * The checked settings of the login with an account of an institution.
 *
 * @param issuer as its documents and tokens have it, to the letter
 * @param clientSecret of this site at the issuer
 * @param redirect where the issuer sends the browser back to
 * @param scopes that are asked for, {@code openid} among them
 * @param roles by value of the claim of roles
 * @param shownName of the institution, for people
 * @param guard decides which addresses of the issuer's documents may be called
 */
public record OidcSettings(
        URI issuer,
        String clientId,
        String clientSecret,
        URI redirect,
        List<String> scopes,
        String nameClaim,
        String roleClaim,
        Map<String, Role> roles,
        String shownName,
        AddressGuard guard) {
    /** Path below the public address of the site to which the issuer sends the browser back. */
    public static final String CALLBACK = "/api/v1/login/oidc/callback";

    /** Copies the collections. */
    public OidcSettings {
        scopes = List.copyOf(scopes);
        roles = Map.copyOf(roles);
    }

    /** True if browsers reach this site by HTTPS only. */
    boolean isSecure() {
        return "https".equalsIgnoreCase(redirect.getScheme());
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return "OidcSettings[" + issuer + ", " + clientId + "]";
    }
}
