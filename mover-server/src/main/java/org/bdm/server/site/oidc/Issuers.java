package org.bdm.server.site.oidc;

import java.time.InstantSource;
import org.bdm.server.extension.ExtensionPoint;

/** Knows how issuers are asked. */
public interface Issuers {
    /** The extension that brings it. */
    ExtensionPoint<Issuers> POINT =
            new ExtensionPoint<>(Issuers.class, "oidc", "lets people log in with the account of their institution");

    /** Returns the issuer of these settings. Asks nothing yet. */
    Issuer of(OidcSettings settings, InstantSource clock);
}
