package org.bdm.extension.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.bdm.server.site.oidc.Issuer;
import org.bdm.server.site.oidc.LoginAttempt;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.bdm.server.site.oidc.OidcSettings;
import org.bdm.server.site.oidc.Person;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The issuer of the site. Its document and its keys are asked for when they are needed first. Any thread that may block. */
final class OpenIdIssuer implements Issuer {
    private final OidcSettings settings;
    private final InstantSource clock;
    private final IssuerCalls calls;
    private final KeptAnswer<IssuerDocument> document;
    private final KeptAnswer<JWKSet> keys;

    OpenIdIssuer(OidcSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        URI issuer = settings.issuer();
        calls = new IssuerCalls(issuer, settings.guard());
        document = new KeptAnswer<>(
                () -> IssuerDocument.of(calls.get(IssuerDocument.address(issuer), null), issuer), clock);
        keys = new KeptAnswer<>(this::readKeys, clock);
    }

    private JWKSet readKeys() throws LoginRefused {
        JsonNode set = calls.get(document.get().keys(), null);
        try {
            return JWKSet.parse(set.toString());
        } catch (ParseException e) {
            throw new LoginRefused(LoginEnd.ISSUER, "the issuer's keys cannot be read", e);
        }
    }

    @Override
    public URI page(LoginAttempt attempt) throws LoginRefused {
        URI page = document.get().authorization();
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", settings.clientId());
        query.put("redirect_uri", settings.redirect().toString());
        query.put("scope", String.join(" ", settings.scopes()));
        query.put("state", attempt.state());
        query.put("nonce", attempt.nonce());
        query.put("code_challenge", attempt.challenge());
        query.put("code_challenge_method", "S256");
        return URI.create(page + (page.getRawQuery() == null ? "?" : "&") + form(query));
    }

    @Override
    public void checkSender(String named) throws LoginRefused {
        boolean mayBeSilent = named.isEmpty() && !document.get().namesItself();
        if (mayBeSilent || named.equals(settings.issuer().toString())) return;
        throw new LoginRefused(
                LoginEnd.INVALID, "another issuer sent the browser back: '" + LoginRefused.shown(named) + "'");
    }

    @Override
    public JsonNode claims(String code, LoginAttempt attempt) throws LoginRefused {
        JsonNode answer = exchanged(code, attempt);
        SignedToken token = SignedToken.parse(answer.path("id_token").asString(""));
        if (!token.isSignedBy(keys.get()) && !token.isSignedBy(keys.renewed())) {
            throw new LoginRefused(LoginEnd.INVALID, "no key of the issuer signed the ID token");
        }
        JsonNode claims = calls.object(token.payload());
        IdTokens.check(claims, settings, attempt.nonce(), clock.instant());
        URI more = document.get().person();
        String access = answer.path("access_token").asString("");
        if (more == null || access.isEmpty() || !Person.isIncomplete(claims, settings)) return claims;
        return completed(claims, calls.get(more, "Bearer " + access));
    }

    private JsonNode exchanged(String code, LoginAttempt attempt) throws LoginRefused {
        IssuerDocument known = document.get();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("code", code);
        fields.put("redirect_uri", settings.redirect().toString());
        fields.put("code_verifier", attempt.verifier());
        if (known.takesBasic()) return calls.post(known.token(), form(fields), basic());
        fields.put("client_id", settings.clientId());
        fields.put("client_secret", settings.clientSecret());
        return calls.post(known.token(), form(fields), null);
    }

    private String basic() {
        String both = escaped(settings.clientId()) + ":" + escaped(settings.clientSecret());
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    /** The signed claims, and of the others those that they lack; INVALID if these are of somebody else. */
    private static JsonNode completed(JsonNode claims, JsonNode more) throws LoginRefused {
        if (!more.path("sub").asString("").equals(claims.path("sub").asString(""))) {
            throw new LoginRefused(LoginEnd.INVALID, "the issuer gave claims of somebody else: sub");
        }
        ObjectNode all = ((ObjectNode) more).deepCopy();
        claims.properties().forEach(claim -> all.set(claim.getKey(), claim.getValue()));
        return all;
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + escaped(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
