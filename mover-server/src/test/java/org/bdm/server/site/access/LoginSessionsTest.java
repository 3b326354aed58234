package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.NodeId;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.LoginSessionRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions are counted per token: nobody's logins end the session of somebody else. */
class LoginSessionsTest {
    private static final int SESSIONS_MAX = 50;

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private final SecureRandom random = new SecureRandom();
    private Catalog catalog;
    private AccessTokens tokens;
    private LoginSessions sessions;
    private int added;

    @BeforeEach
    void open() {
        CatalogSettings settings = new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {
            throw new AssertionError(fatal);
        });
        catalog = Catalog.open(TestDatabase.preparedBelow(home, settings.node()), settings);
        tokens = new AccessTokens(catalog, clock, random);
        sessions = new LoginSessions(catalog, tokens, clock, random);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void loginsWithOneTokenEndItsOwnSessionsOnly() {
        Caller admin = caller("ann", Role.ADMIN);
        Caller other = caller("bob", Role.METRICS);
        LoginSessions.Session ofAdmin = sessions.begin(admin);
        LoginSessions.Session first = sessions.begin(other);
        for (int i = 0; i < 5 * LoginSessions.PER_TOKEN_MAX; i++) sessions.begin(other);
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
    void beyondTheLimitOfAllTheTokenWithMostSessionsLosesItsOldest() {
        Checksum ofAnn = added(1);
        Checksum first = added(2);
        Checksum second = added(2);
        for (int token = 3; token < SESSIONS_MAX; token++) added(token);
        assertThat(catalog.loginSessions().find(first)).isPresent();
        added(1);
        assertThat(catalog.loginSessions().find(first)).isEmpty();
        assertThat(catalog.loginSessions().find(second)).isPresent();
        assertThat(catalog.loginSessions().find(ofAnn)).isPresent();
    }

    /** A session of this token, in a catalog that keeps few. */
    private Checksum added(long token) {
        byte[] id = new byte[32];
        random.nextBytes(id);
        Checksum sha256 = new Checksum(ChecksumAlgorithm.SHA256, id);
        Instant end = clock.instant().plus(LoginSessions.LIFETIME).plusMillis(++added);
        LoginSessionRow row = new LoginSessionRow(sha256, token, sha256, "csrf", end);
        Durable.await(catalog.loginSessions().add(row, LoginSessions.PER_TOKEN_MAX, SESSIONS_MAX));
        return sha256;
    }

    private Caller caller(String name, Role role) {
        String secret = tokens.create(name, EnumSet.of(role), null).join().secret();
        return tokens.callerOf(secret).orElseThrow();
    }
}
