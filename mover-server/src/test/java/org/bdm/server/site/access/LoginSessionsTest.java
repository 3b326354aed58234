package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import org.bdm.core.id.NodeId;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions are counted per token: nobody's logins end the session of somebody else. */
class LoginSessionsTest {
    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private Catalog catalog;
    private AccessTokens tokens;
    private LoginSessions sessions;

    @BeforeEach
    void open() {
        CatalogSettings settings = new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {
            throw new AssertionError(fatal);
        });
        catalog = Catalog.open(CatalogLocation.below(home), settings);
        SecureRandom random = new SecureRandom();
        tokens = new AccessTokens(catalog, clock, random);
        sessions = new LoginSessions(catalog, tokens, clock, random);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void logins1001TimesWithOneTokenEndItsOwnSessionsOnly() {
        Caller admin = caller("ann", Role.ADMIN);
        Caller other = caller("bob", Role.METRICS);
        LoginSessions.Session ofAdmin = sessions.begin(admin);
        LoginSessions.Session first = sessions.begin(other);
        for (int i = 0; i < 1_000; i++) sessions.begin(other);
        LoginSessions.Session last = sessions.begin(other);
        assertThat(sessions.find(ofAdmin.id())).isPresent();
        assertThat(sessions.find(last.id())).isPresent();
        assertThat(sessions.find(first.id())).as("its own oldest").isEmpty();
    }

    @Test
    void sessionEndsWithItsTimeAndWithItsToken() {
        caller("root", Role.ADMIN);
        Caller ann = caller("ann", Role.READER);
        LoginSessions.Session old = sessions.begin(ann);
        clock.turn(LoginSessions.LIFETIME.minusSeconds(1));
        LoginSessions.Session young = sessions.begin(ann);
        assertThat(sessions.find(old.id())).contains(old);
        assertThat(sessions.find(old.id())).as("a look does not end it").contains(old);
        clock.turn(Duration.ofSeconds(1));
        assertThat(sessions.find(old.id())).isEmpty();
        assertThat(sessions.find(young.id())).contains(young);
        sessions.end(young.id());
        assertThat(sessions.find(young.id())).isEmpty();
        LoginSessions.Session last = sessions.begin(ann);
        tokens.revoke(ann.token()).join();
        assertThat(sessions.find(last.id())).isEmpty();
    }

    @Test
    void twentySessionsOfATokenLastAndTheTwentyFirstEndsTheOldest() {
        Caller ann = caller("ann", Role.READER);
        LoginSessions.Session first = sessions.begin(ann);
        LoginSessions.Session second = sessions.begin(ann);
        for (int i = 2; i < LoginSessions.PER_TOKEN_MAX; i++) sessions.begin(ann);
        assertThat(sessions.find(first.id())).isPresent();
        sessions.begin(ann);
        assertThat(sessions.find(first.id())).isEmpty();
        assertThat(sessions.find(second.id())).isPresent();
    }

    @Test
    void beyondTenThousandTheTokenWithMostSessionsLosesItsOldest() {
        Caller ann = caller("ann", Role.READER);
        Caller bob = caller("bob", Role.READER);
        LoginSessions.Session ofAnn = sessions.begin(ann);
        LoginSessions.Session first = sessions.begin(bob);
        LoginSessions.Session second = sessions.begin(bob);
        for (int i = 3; i < 10_000; i++) {
            sessions.begin(new Caller(1_000 + i, "user-" + i, EnumSet.of(Role.READER), ann.tokenSha256()));
        }
        assertThat(sessions.find(first.id())).isPresent();
        sessions.begin(ann);
        assertThat(sessions.find(first.id())).isEmpty();
        assertThat(sessions.find(second.id())).isPresent();
        assertThat(sessions.find(ofAnn.id())).isPresent();
    }

    private Caller caller(String name, Role role) {
        String secret = tokens.create(name, EnumSet.of(role), null).join().secret();
        return tokens.callerOf(secret).orElseThrow();
    }
}
