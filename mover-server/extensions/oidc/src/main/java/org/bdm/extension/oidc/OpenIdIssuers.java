package org.bdm.extension.oidc;

import java.time.InstantSource;
import org.bdm.server.site.oidc.Issuer;
import org.bdm.server.site.oidc.Issuers;
import org.bdm.server.site.oidc.OidcSettings;

/** Knows issuers of OpenID Connect. */
public final class OpenIdIssuers implements Issuers {
    /** Made by the loader of services. */
    public OpenIdIssuers() {}

    @Override
    public Issuer of(OidcSettings settings, InstantSource clock) {
        return new OpenIdIssuer(settings, clock);
    }
}
