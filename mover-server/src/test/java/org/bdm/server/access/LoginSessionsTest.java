package org.bdm.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.EnumSet;
import org.bdm.core.id.NodeId;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.CatalogLocation;
import org.bdm.server.catalog.CatalogSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions are counted per token: nobody's logins end the session of somebody else. */
class LoginSessionsTest {
    @Test
    void logins1001TimesWithOneTokenEndItsOwnSessionsOnly(@TempDir Path home) {
        Clock clock = Clock.systemUTC();
        SecureRandom random = new SecureRandom();
        CatalogSettings settings = new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {
            throw new AssertionError(fatal);
        });
        try (Catalog catalog = Catalog.open(CatalogLocation.below(home), settings)) {
            AccessTokens tokens = new AccessTokens(catalog, clock, random);
            LoginSessions sessions = new LoginSessions(tokens, clock, random);
            Caller admin = caller(tokens, "ann", Role.ADMIN);
            Caller other = caller(tokens, "bob", Role.METRICS);
            LoginSessions.Session ofAdmin = sessions.begin(admin);
            LoginSessions.Session first = sessions.begin(other);
            for (int i = 0; i < 1_000; i++) sessions.begin(other);
            LoginSessions.Session last = sessions.begin(other);
            assertThat(sessions.find(ofAdmin.id())).isPresent();
            assertThat(sessions.find(last.id())).isPresent();
            assertThat(sessions.find(first.id())).as("its own oldest").isEmpty();
        }
    }

    private static Caller caller(AccessTokens tokens, String name, Role role) {
        String secret = tokens.create(name, EnumSet.of(role), null).join().secret();
        return tokens.callerOf(secret).orElseThrow();
    }
}
