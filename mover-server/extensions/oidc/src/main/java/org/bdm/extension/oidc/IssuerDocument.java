package org.bdm.extension.oidc;

import java.net.URI;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The document in which the issuer describes itself.
 *
 * @param authorization where the browser goes
 * @param token where a code is exchanged
 * @param keys where its public keys are
 * @param person where more claims of a person are; null if nowhere
 * @param takesBasic whether the secret of a client may be sent as HTTP Basic; in the form otherwise
 * @param namesItself whether it names itself when it sends the browser back
 */
record IssuerDocument(
        URI authorization, URI token, URI keys, @Nullable URI person, boolean takesBasic, boolean namesItself) {
    private static final String WELL_KNOWN = "/.well-known/openid-configuration";

    /** Returns the address of the document of an issuer. */
    static URI address(URI issuer) {
        String text = issuer.toString();
        return URI.create((text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + WELL_KNOWN);
    }

    /** Reads the document; ISSUER if it is of another issuer, or lacks something. */
    static IssuerDocument of(JsonNode document, URI issuer) throws LoginRefused {
        String named = document.path("issuer").asString("");
        if (!named.equals(issuer.toString())) {
            throw new LoginRefused(
                    LoginEnd.ISSUER,
                    "the issuer names itself '" + LoginRefused.shown(named) + "', and the setting oidc-issuer is '"
                            + issuer + "'");
        }
        JsonNode methods = document.path("token_endpoint_auth_methods_supported");
        return new IssuerDocument(
                required(document, "authorization_endpoint", issuer),
                required(document, "token_endpoint", issuer),
                required(document, "jwks_uri", issuer),
                document.has("userinfo_endpoint") ? required(document, "userinfo_endpoint", issuer) : null,
                !methods.isArray() || has(methods, "client_secret_basic") || !has(methods, "client_secret_post"),
                document.path("authorization_response_iss_parameter_supported").asBoolean(false));
    }

    private static boolean has(JsonNode texts, String text) {
        return texts.valueStream().anyMatch(each -> each.asString("").equals(text));
    }

    private static URI required(JsonNode document, String name, URI issuer) throws LoginRefused {
        String text = document.path(name).asString("");
        try {
            URI address = URI.create(text);
            boolean isSafe = "https".equalsIgnoreCase(address.getScheme())
                    || ("http".equalsIgnoreCase(address.getScheme()) && "http".equalsIgnoreCase(issuer.getScheme()));
            if (isSafe && address.getHost() != null) return address;
        } catch (IllegalArgumentException e) {
            throw new LoginRefused(LoginEnd.ISSUER, "the issuer's " + name + " is not an address", e);
        }
        throw new LoginRefused(
                LoginEnd.ISSUER,
                "the issuer's " + name + " is missing or not https: '" + LoginRefused.shown(text) + "'");
    }
}
