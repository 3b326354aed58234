package org.bdm.extension.oidc;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.id.NodeId;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.extension.Extensions;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.bdm.server.site.oidc.OidcLogins;
import org.bdm.server.site.oidc.OidcSettings;

/** A site with a catalog for all tests of a class, and for each of them an issuer at which a person logs in. */
final class TestLogins implements AutoCloseable {
    static final URI REDIRECT = URI.create("https://mover.example.org" + OidcSettings.CALLBACK);

    private static final Map<String, Role> ROLES =
            Map.of("climate", Role.SUBMITTER, "staff", Role.READER, "urn:a:role=member#b", Role.OPERATOR);

    final TurnedClock clock = new TurnedClock();
    final AccessTokens tokens;
    final LoginSessions sessions;
    FakeIssuer issuer;
    OidcLogins logins;
    private final SecureRandom random = new SecureRandom();
    private final Catalog catalog;

    TestLogins(Path home) {
        catalog = Catalog.open(
                TestDatabase.preparedBelow(home, new NodeId("a".repeat(64))),
                new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {}));
        tokens = new AccessTokens(catalog, clock, random);
        sessions = new LoginSessions(catalog, tokens, clock, random);
    }

    void start() {
        issuer = new FakeIssuer(clock);
        logins = logins("preferred_username", "groups");
    }

    void stop() {
        issuer.close();
    }

    OidcLogins logins(String nameClaim, String roleClaim) {
        OidcSettings settings = new OidcSettings(
                issuer.address(),
                FakeIssuer.CLIENT,
                FakeIssuer.SECRET,
                REDIRECT,
                List.of("openid", "profile"),
                nameClaim,
                roleClaim,
                ROLES,
                "Example University",
                new AddressGuard(List.of()));
        return new OidcLogins(Optional.of(settings), Extensions.ofThisProcess(), tokens, clock, random);
    }

    /** The words in the address to which the issuer sends a browser back. */
    static OidcLogins.Return back(URI address) {
        Map<String, String> query = FakeIssuer.fields(address.getRawQuery());
        return new OidcLogins.Return(query.get("code"), query.get("state"), "", "");
    }

    Caller login() throws LoginRefused {
        OidcLogins.Begun begun = logins.begin();
        return logins.finish(back(issuer.login(begun.page())), begun.cookie());
    }

    LoginRefused refusal() {
        return catchThrowableOfType(LoginRefused.class, this::login);
    }

    LoginEnd end() {
        return refusal().end();
    }

    @Override
    public void close() {
        catalog.close();
    }
}
