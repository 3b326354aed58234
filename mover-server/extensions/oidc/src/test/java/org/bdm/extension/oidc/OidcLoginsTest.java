package org.bdm.extension.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LoginSessions.Session;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.oidc.LoginEnd;
import org.bdm.server.site.oidc.LoginRefused;
import org.bdm.server.site.oidc.OidcLogins;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins at an issuer: who is let in as whom, and what everything else ends with. */
class OidcLoginsTest {
    @TempDir
    static Path home;

    private static TestLogins at;

    @BeforeAll
    static void open() {
        at = new TestLogins(home);
    }

    @AfterAll
    static void close() {
        at.close();
    }

    @BeforeEach
    void start() {
        at.start();
    }

    @AfterEach
    void stop() {
        at.stop();
    }

    @Test
    void issuerIsAskedForACodeThatOnlyThisLoginCanUse() throws LoginRefused {
        OidcLogins.Begun begun = at.logins.begin();
        assertThat(begun.page().toString()).startsWith(at.issuer.address() + "/login?kept=1&");
        Map<String, String> query = FakeIssuer.fields(begun.page().getRawQuery());
        assertThat(query)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", FakeIssuer.CLIENT)
                .containsEntry("redirect_uri", TestLogins.REDIRECT.toString())
                .containsEntry("scope", "openid profile")
                .containsEntry("code_challenge_method", "S256")
                .containsKeys("state", "nonce", "code_challenge");
        assertThat(begun.page().toString()).doesNotContain(begun.cookie().substring(12));
        assertThat(FakeIssuer.fields(at.logins.begin().page().getRawQuery()))
                .doesNotContainEntry("state", query.get("state"))
                .doesNotContainEntry("nonce", query.get("nonce"));
    }

    @Test
    void personIsLetInWithTheRolesOfHisGroups() throws LoginRefused {
        at.issuer.claims = all -> all.put("groups", List.of("staff", "climate", "chess", 7));
        Caller ann = at.login();
        assertThat(ann.owner()).isEqualTo("oidc:ann@example.org");
        assertThat(ann.roles()).containsExactlyInAnyOrder(Role.SUBMITTER, Role.READER);
        assertThat(at.logins.shownName()).contains("Example University");
        assertThat(at.tokens.valid()).anySatisfy(token -> {
            assertThat(token.name()).isEqualTo("oidc:ann@example.org");
            assertThat(token.isOfUser()).isTrue();
        });
        assertThat(at.issuer.asked()).containsExactly("/.well-known/openid-configuration", "/token", "/keys");
        at.login();
        assertThat(at.issuer.asked()).hasSize(4);
    }

    @Test
    void roleMayBeOneTextWithEqualsSignsAndLieInAnObject() throws LoginRefused {
        at.logins = at.logins("sub", "realm_access.roles");
        at.issuer.claims = all -> all.put("realm_access", Map.of("roles", "urn:a:role=member#b"));
        assertThat(at.login().roles()).containsExactly(Role.OPERATOR);
        assertThat(at.login().owner()).isEqualTo("oidc:person-1");
    }

    @Test
    void onlyTheBrowserThatBeganALoginEndsItAndInTime() throws LoginRefused {
        OidcLogins.Begun begun = at.logins.begin();
        OidcLogins.Return back = TestLogins.back(at.issuer.login(begun.page()));
        String later =
                begun.cookie().replaceFirst("[0-9]+", "" + (at.clock.instant().getEpochSecond() - 1));
        for (String cookie :
                new String[] {null, "", "1", later, at.logins.begin().cookie()}) {
            assertThat(catchThrowableOfType(LoginRefused.class, () -> at.logins.finish(back, cookie))
                            .end())
                    .isEqualTo(LoginEnd.LATE);
        }
        OidcLogins.Return otherState = new OidcLogins.Return(back.code(), "another", "", "");
        assertThat(catchThrowableOfType(LoginRefused.class, () -> at.logins.finish(otherState, begun.cookie()))
                        .end())
                .isEqualTo(LoginEnd.LATE);
        at.clock.turn(OidcLogins.TIME_MAX);
        assertThat(catchThrowableOfType(LoginRefused.class, () -> at.logins.finish(back, begun.cookie()))
                        .end())
                .isEqualTo(LoginEnd.LATE);
        assertThat(at.issuer.asked()).as("nothing was asked for a stranger").doesNotContain("/token");
    }

    @Test
    void codeOfAnotherLoginOrOneThatWasUsedIsRefused() throws LoginRefused {
        OidcLogins.Begun begun = at.logins.begin();
        OidcLogins.Return back = TestLogins.back(at.issuer.login(begun.page()));
        at.logins.finish(back, begun.cookie());
        assertThat(catchThrowableOfType(LoginRefused.class, () -> at.logins.finish(back, begun.cookie()))
                        .end())
                .isEqualTo(LoginEnd.INVALID);
        String stolen =
                TestLogins.back(at.issuer.login(at.logins.begin().page())).code();
        OidcLogins.Begun own = at.logins.begin();
        OidcLogins.Return mixed = new OidcLogins.Return(
                stolen, TestLogins.back(at.issuer.login(own.page())).state(), "", "");
        assertThat(catchThrowableOfType(LoginRefused.class, () -> at.logins.finish(mixed, own.cookie()))
                        .end())
                .as("PKCE")
                .isEqualTo(LoginEnd.INVALID);
    }

    @Test
    void personWithoutARoleIsRefusedAndLosesHisSessions() throws LoginRefused {
        Session session = at.sessions.begin(at.login());
        at.issuer.claims = all -> all.put("groups", List.of("chess"));
        LoginRefused refused = at.refusal();
        assertThat(refused.end()).isEqualTo(LoginEnd.NO_ROLE);
        assertThat(refused.detail()).contains("'groups'", "oidc:ann@example.org");
        assertThat(at.sessions.find(session.id())).isEmpty();
        at.issuer.claims = all -> all.remove("groups");
        assertThat(at.end()).isEqualTo(LoginEnd.NO_ROLE);
    }

    @Test
    void nameHasToBeOneAndAMailAddressProved() throws LoginRefused {
        for (Object name : new Object[] {"", "ann example", "a/b", "a:b", "x".repeat(129), List.of("ann")}) {
            at.issuer.claims = all -> all.put("preferred_username", name);
            assertThat(at.end()).as("" + name).isEqualTo(LoginEnd.NO_NAME);
        }
        at.logins = at.logins("email", "email");
        at.issuer.claims = all -> all.put("email", "ann@example.org");
        assertThat(at.end()).isEqualTo(LoginEnd.NO_NAME);
        at.logins = at.logins("sub", "email");
        at.issuer.claims = all -> all.put("email", "climate");
        assertThat(at.end()).isEqualTo(LoginEnd.NO_ROLE);
        at.issuer.claims = all -> {
            all.put("email", "climate");
            all.put("email_verified", true);
        };
        assertThat(at.login().roles()).containsExactly(Role.SUBMITTER);
    }

    @Test
    void claimsThatTheTokenLacksAreAskedForAndOfTheSamePerson() throws LoginRefused {
        at.issuer.claims = all -> all.remove("groups");
        at.issuer.person = Map.of("sub", "person-1", "groups", List.of("staff"), "preferred_username", "another");
        Caller ann = at.login();
        assertThat(ann.roles()).containsExactly(Role.READER);
        assertThat(ann.owner()).as("what was signed goes first").isEqualTo("oidc:ann@example.org");
        at.issuer.person = Map.of("sub", "person-2", "groups", List.of("staff"));
        assertThat(at.end()).isEqualTo(LoginEnd.INVALID);
    }

    @Test
    void issuerThatIsDownIsAskedAgainAfterTenSeconds() throws LoginRefused {
        at.issuer.isDown = true;
        assertThat(List.of(at.end(), at.end())).containsOnly(LoginEnd.ISSUER);
        assertThat(at.issuer.asked()).hasSize(1);
        at.issuer.isDown = false;
        at.clock.turn(KeptAnswer.PAUSE);
        assertThat(at.login().owner()).isEqualTo("oidc:ann@example.org");
        at.issuer.close();
        assertThat(at.refusal().detail()).contains("127.0.0.1 cannot be reached");
    }

    @Test
    void documentOfAnotherIssuerOrWithBadAddressesIsRefused() {
        assertDocumentRefused("issuer", "https://another.example.org", "names itself");
        assertDocumentRefused("token_endpoint", "http://10.0.0.1/token", "10.0.0.1, whose address is not public");
        assertDocumentRefused("jwks_uri", "file:///etc/passwd", "jwks_uri is missing or not https");
        assertDocumentRefused("userinfo_endpoint", "not an address", "userinfo_endpoint is not an address");
        assertDocumentRefused("authorization_endpoint", List.of(), "authorization_endpoint is missing");
        at.logins = at.logins("preferred_username", "groups");
        at.issuer.document = all -> all.put("more", "x".repeat(IssuerCalls.BYTES_MAX));
        assertThat(at.refusal().detail()).contains("longer than");
    }

    private void assertDocumentRefused(String name, Object value, String why) {
        at.logins = at.logins("preferred_username", "groups");
        at.issuer.document = all -> all.put(name, value);
        LoginRefused refused = at.refusal();
        assertThat(refused.end()).as(name).isEqualTo(LoginEnd.ISSUER);
        assertThat(refused.detail()).contains(why);
    }

    @Test
    void secretIsSentInTheFormWhereTheIssuerTakesNothingElse() throws LoginRefused {
        at.issuer.takesFormOnly = true;
        assertThat(at.login().owner()).isEqualTo("oidc:ann@example.org");
    }

    @Test
    void refusalOfTheIssuerAndAnotherSenderEndTheLogin() throws LoginRefused {
        OidcLogins.Begun begun = at.logins.begin();
        OidcLogins.Return back = TestLogins.back(at.issuer.login(begun.page()));
        for (Map.Entry<OidcLogins.Return, LoginEnd> each : Map.of(
                        new OidcLogins.Return("", back.state(), "access_denied", ""), LoginEnd.DECLINED,
                        new OidcLogins.Return("", back.state(), "server_error", ""), LoginEnd.ISSUER,
                        new OidcLogins.Return("", back.state(), "", ""), LoginEnd.ISSUER,
                        new OidcLogins.Return(back.code(), back.state(), "", "https://evil.example"), LoginEnd.INVALID)
                .entrySet()) {
            assertThat(catchThrowableOfType(LoginRefused.class, () -> at.logins.finish(each.getKey(), begun.cookie()))
                            .end())
                    .isEqualTo(each.getValue());
        }
    }

    @Test
    void sessionEndsWithItsTimeAndWithTheTokenAndHasTheNewestRoles() throws LoginRefused {
        at.issuer.claims = all -> all.put("groups", List.of("urn:a:role=member#b"));
        Session first = at.sessions.begin(at.login());
        at.issuer.claims = all -> all.put("groups", List.of("staff"));
        at.clock.turn(Duration.ofHours(1));
        Session second = at.sessions.begin(at.login());
        assertThat(at.sessions.find(first.id()).orElseThrow().caller().roles()).isEqualTo(Set.of(Role.READER));
        at.clock.turn(Duration.ofHours(11));
        assertThat(at.sessions.find(first.id())).isEmpty();
        assertThat(at.sessions.find(second.id())).isPresent();
        at.clock.turn(Duration.ofHours(1));
        assertThat(at.sessions.find(second.id())).isEmpty();
        Session third = at.sessions.begin(at.login());
        at.tokens.create("somebody", Set.of(Role.ADMIN), null).join();
        at.tokens.revoke(third.caller().token()).join();
        assertThat(at.sessions.find(third.id())).isEmpty();
        assertThat(at.sessions.find(at.sessions.begin(at.login()).id())).isPresent();
    }
}
