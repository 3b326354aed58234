package org.bdm.server.site.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.site.User;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AccessTokens.AccessToken;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins with passwords: as whom, and what wrong ones lead to. */
class UserLoginsTest {
    private static final String RIGHT = "correct horse battery staple";

    /** It is wrong for everybody, and nothing is computed. */
    private static final String TOO_LONG = "x".repeat(Passwords.LENGTH_MAX + 1);

    private static final String HERE = "192.0.2.1";

    @TempDir
    Path home;

    private final TurnedClock clock = new TurnedClock();
    private final SecureRandom random = new SecureRandom();
    private Catalog catalog;
    private AccessTokens tokens;
    private LoginSessions sessions;
    private SiteUsers users;
    private UserLogins logins;

    @BeforeEach
    void open() {
        CatalogSettings settings = new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {});
        catalog = Catalog.open(TestDatabase.preparedBelow(home, settings.node()), settings);
        tokens = new AccessTokens(catalog, clock, random);
        sessions = new LoginSessions(catalog, tokens, clock, random);
        Passwords passwords = new Passwords(random);
        users = new SiteUsers(catalog, passwords, clock, random);
        logins = new UserLogins(catalog, users, passwords, tokens, clock);
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private void create(String name, Role role) {
        var unused = users.create(name, RIGHT, role, "", "").join();
    }

    private void change(String name, Role role, Boolean disabled) {
        var unused = users.change(name, new SiteUsers.Wish(null, role, disabled, null, null))
                .join();
    }

    private Caller login(String name, String password) {
        return logins.callerOf(name, password, HERE);
    }

    private static MoverException refusal(ThrowingCallable call) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(MoverException.class, call);
    }

    @Test
    void passwordLetsItsUserInWithHisRole() {
        create("ann", Role.OPERATOR);
        Caller ann = login(" Ann ", RIGHT);
        assertThat(ann.owner()).isEqualTo("ann");
        assertThat(ann.roles()).containsExactly(Role.OPERATOR);
        assertThat(sessions.find(sessions.begin(ann).id())).isPresent();
    }

    @Test
    void noAnswerTellsWhetherTheUserExists() {
        create("ann", Role.OPERATOR);
        create("bob", Role.OPERATOR);
        change("bob", null, true);
        MoverException wrong = refusal(() -> login("ann", "wrong horse battery staple"));
        assertThat(wrong.code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        assertThat(wrong.detail()).isEqualTo("the user name or the password is wrong");
        for (String other : List.of("bob", "eve", "", "no name of a user")) {
            MoverException refused = refusal(() -> login(other, RIGHT));
            assertThat(refused.code()).as(other).isEqualTo(wrong.code());
            assertThat(refused.detail()).as(other).isEqualTo(wrong.detail());
        }
        assertThat(logins.shown("Ann")).isEqualTo("user ann");
        assertThat(logins.shown("a password in the wrong field")).isEqualTo("no user of this site");
    }

    @Test
    void afterTenWrongPasswordsFromAnAddressNoneIsLookedAtForAMinute() {
        create("ann", Role.OPERATOR);
        for (String name : List.of("ann", "eve")) {
            for (int i = 0; i < UserLogins.PER_ADDRESS_MAX; i++) {
                assertThat(refusal(() -> login(name, TOO_LONG)).code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
            }
            MoverException waits = refusal(() -> login(name, RIGHT));
            assertThat(waits.code()).as(name).isEqualTo(ErrorCode.RATE_LIMITED);
            assertThat(waits.detail()).contains("wait 60 s");
        }
        assertThat(logins.callerOf("ann", RIGHT, "192.0.2.2").owner()).isEqualTo("ann");
        clock.turn(Duration.ofMinutes(1));
        assertThat(login("ann", RIGHT).owner()).isEqualTo("ann");
    }

    @Test
    void afterFiftyWrongPasswordsFromAnywhereNoneIsLookedAtForAMinute() {
        create("ann", Role.OPERATOR);
        for (int i = 0; i < UserLogins.PER_USER_MAX; i++) {
            String address = "192.0.2." + i;
            assertThat(refusal(() -> logins.callerOf("ann", TOO_LONG, address)).code())
                    .isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        }
        assertThat(refusal(() -> logins.callerOf("ann", RIGHT, "198.51.100.1")).code())
                .isEqualTo(ErrorCode.RATE_LIMITED);
        clock.turn(Duration.ofMinutes(1));
        assertThat(login("ann", RIGHT).owner()).isEqualTo("ann");
    }

    @Test
    void sessionsFollowTheUser() {
        create("ann", Role.OPERATOR);
        LoginSessions.Session session = sessions.begin(login("ann", RIGHT));
        String secret = tokens.exchange(login("ann", RIGHT)).join().secret();
        change("ann", Role.READER, null);
        assertThat(sessions.find(session.id()).orElseThrow().caller().roles()).containsExactly(Role.READER);
        assertThat(tokens.callerOf(secret).orElseThrow().roles()).containsExactly(Role.READER);
        change("ann", null, true);
        assertThat(sessions.find(session.id())).isEmpty();
        assertThat(tokens.callerOf(secret)).isEmpty();
        change("ann", null, false);
        assertThat(sessions.find(session.id())).as("of before").isEmpty();
        LoginSessions.Session next = sessions.begin(login("ann", RIGHT));
        users.remove("ann").join();
        assertThat(sessions.find(next.id())).isEmpty();
    }

    @Test
    void tokensOfUsersAreNotThoseOfAnAdministrator() {
        create("ann", Role.ADMIN);
        String secret = tokens.exchange(login("ann", RIGHT)).join().secret();
        assertThat(tokens.valid()).as("only those with a secret").hasSize(1).allMatch(AccessToken::isOfUser);
        String[] kept = new String[1];
        tokens.ensureAdmin(Optional::empty, made -> kept[0] = made);
        Caller root = tokens.callerOf(kept[0]).orElseThrow();
        assertThat(refusal(() -> tokens.revoke(root.token())).code()).isEqualTo(ErrorCode.ILLEGAL_STATE);
        Caller ann = tokens.callerOf(secret).orElseThrow();
        assertThat(tokens.endExchanged(root).join()).isFalse();
        assertThat(tokens.callerOf(kept[0])).isPresent();
        assertThat(tokens.endExchanged(ann).join()).isTrue();
        assertThat(tokens.callerOf(secret)).isEmpty();
    }

    @Test
    void weakHashIsRenewedByALogin() {
        User old = new User(0, "ann", PasswordHashTest.WEAK, "READER", "", "", false, clock.instant(), clock.instant());
        var unused = catalog.users().add(old, Samples.sha256("nobody's")).join();
        LoginSessions.Session session = sessions.begin(login("ann", "password"));
        String renewed = users.find("ann").orElseThrow().passwordHash();
        assertThat(renewed).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(login("ann", "password").owner()).isEqualTo("ann");
        assertThat(users.find("ann").orElseThrow().passwordHash()).isEqualTo(renewed);
        assertThat(sessions.find(session.id())).isPresent();
    }

    @Test
    void userChangesHisPasswordWithTheOldOne() {
        create("ann", Role.READER);
        Caller ann = login("ann", RIGHT);
        LoginSessions.Session session = sessions.begin(ann);
        String wanted = "another horse, another staple";
        assertThat(refusal(() -> logins.changePassword(ann, wanted, wanted, HERE))
                        .code())
                .isEqualTo(ErrorCode.NOT_ALLOWED);
        var unused = logins.changePassword(ann, RIGHT, wanted, HERE).join();
        assertThat(sessions.find(session.id())).isEmpty();
        assertThat(refusal(() -> login("ann", RIGHT)).code()).isEqualTo(ErrorCode.NOT_AUTHENTICATED);
        assertThat(login("ann", wanted).owner()).isEqualTo("ann");
        Caller program = tokens.callerOf(tokens.create("night", EnumSet.of(Role.READER), null)
                        .join()
                        .secret())
                .orElseThrow();
        assertThat(refusal(() -> logins.changePassword(program, RIGHT, wanted, HERE))
                        .code())
                .isEqualTo(ErrorCode.ILLEGAL_STATE);
    }

    @Test
    void passwordsAndNamesThatCannotBeAreRefused() {
        String[][] wrong = {
            {"ann", "eleven char"},
            {"ann", TOO_LONG},
            {"ann.example.org", "Ann.Example.Org"},
            {"Ann", RIGHT},
            {"", RIGHT},
            {"a b", RIGHT},
            {"a".repeat(65), RIGHT},
            {"admin", RIGHT},
            {"me", RIGHT},
            {"offline", RIGHT},
            {"unknown", RIGHT}
        };
        for (String[] pair : wrong) {
            assertThat(refusal(() -> users.create(pair[0], pair[1], Role.READER, "", ""))
                            .code())
                    .as(pair[0] + " " + pair[1].length())
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
        }
        assertThatThrownBy(() -> users.create("ann", RIGHT, Role.METRICS, "", ""))
                .hasMessageContaining("metrics");
        assertThatThrownBy(() -> users.create("ann", RIGHT, Role.READER, "", "not an address"))
                .hasMessageContaining("e-mail");
        assertThat(refusal(() -> users.remove("ann")).code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(users.all()).isEmpty();
        create("a".repeat(64), Role.READER);
        assertThat(users.canLogIn()).isTrue();
    }
}
