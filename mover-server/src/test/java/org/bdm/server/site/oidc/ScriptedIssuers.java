package org.bdm.server.site.oidc;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The issuer of the tests of the server: everybody who comes is Ann, in the groups that the test says. */
public final class ScriptedIssuers implements Issuers {
    /** The groups of Ann. */
    public static volatile List<String> groups = List.of("climate");

    /** The codes for which somebody wanted claims. */
    public static final List<String> EXCHANGED = new CopyOnWriteArrayList<>();

    @Override
    public Issuer of(OidcSettings settings, InstantSource clock) {
        return new Scripted(settings);
    }

    private record Scripted(OidcSettings settings) implements Issuer {
        @Override
        public URI page(LoginAttempt attempt) {
            return URI.create(settings.issuer() + "/login?redirect_uri="
                    + URLEncoder.encode(settings.redirect().toString(), StandardCharsets.UTF_8) + "&state="
                    + attempt.state());
        }

        @Override
        public void checkSender(String named) throws LoginRefused {
            boolean isOther =
                    !named.isEmpty() && !named.equals(settings.issuer().toString());
            if (isOther) throw new LoginRefused(LoginEnd.INVALID, "another issuer sent the browser back");
        }

        @Override
        public JsonNode claims(String code, LoginAttempt attempt) {
            EXCHANGED.add(code);
            return JsonMapper.shared().valueToTree(Map.of("preferred_username", "ann@example.org", "groups", groups));
        }
    }
}
