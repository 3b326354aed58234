package org.bdm.extension.oidc;

import java.time.Instant;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.bdm.server.site.oidc.OidcSettings;
import tools.jackson.databind.JsonNode;

/** The rules by which claims of an ID token are believed (OpenID Connect Core 3.1.3.7). */
final class IdTokens {
    /** Seconds by which the clock of the issuer may differ. */
    static final long SKEW_SECONDS = 60;

    private IdTokens() {}

    /** INVALID unless the claims are of this issuer, for this client and this login, and of now. */
    static void check(JsonNode claims, OidcSettings settings, String nonce, Instant now) throws LoginRefused {
        String issuer = claims.path("iss").asString("");
        if (!issuer.equals(settings.issuer().toString())) {
            throw refused("is of another issuer, '" + LoginRefused.shown(issuer) + "'");
        }
        checkAudience(claims, settings.clientId());
        checkTimes(claims, now.getEpochSecond());
        if (!claims.path("nonce").asString("").equals(nonce)) throw refused("is for another login: nonce");
        if (claims.path("sub").asString("").isEmpty()) throw refused("names nobody: sub");
    }

    private static void checkAudience(JsonNode claims, String clientId) throws LoginRefused {
        JsonNode audience = claims.path("aud");
        boolean isForUs = audience.isArray()
                ? audience.valueStream().anyMatch(each -> each.asString("").equals(clientId))
                : audience.asString("").equals(clientId);
        if (!isForUs) throw refused("is for another client: aud");
        boolean isForMany = audience.isArray() && audience.size() > 1;
        boolean isOurs = claims.path("azp").asString("").equals(clientId);
        if ((claims.has("azp") || isForMany) && !isOurs) throw refused("was given to another client: azp");
    }

    private static void checkTimes(JsonNode claims, long now) throws LoginRefused {
        if (!claims.path("exp").isNumber()) throw refused("has no end: exp");
        if (claims.path("exp").asLong(0) <= now - SKEW_SECONDS) throw refused("has expired: exp");
        if (isLater(claims, "nbf", now) || isLater(claims, "iat", now)) {
            throw refused("is of the future; compare the clocks of this site and of the issuer");
        }
    }

    private static boolean isLater(JsonNode claims, String name, long now) {
        return claims.path(name).isNumber() && claims.path(name).asLong(0) > now + SKEW_SECONDS;
    }

    private static LoginRefused refused(String what) {
        return new LoginRefused(LoginEnd.INVALID, "the ID token " + what);
    }
}
