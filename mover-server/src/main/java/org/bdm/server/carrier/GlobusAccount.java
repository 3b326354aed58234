package org.bdm.server.carrier;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The account with which Globus is used: that of a client, by its secret, or of a person, by a refresh token; one of the two.
 *
 * @param auth address of Globus Auth
 */
record GlobusAccount(
        String auth,
        String clientId,
        @Nullable CarrierSecret clientSecret,
        @Nullable CarrierSecret refreshToken) {
    GlobusLogin login(CarrierParts parts) {
        return new GlobusLogin(parts, auth, clientId, clientSecret, refreshToken);
    }

    /** Returns how a person grants the refresh token; empty for the account of a client. */
    Optional<GlobusGrant> grant(CarrierParts parts) {
        return Optional.ofNullable(refreshToken).map(file -> new GlobusGrant(parts, auth, clientId, file));
    }
}
