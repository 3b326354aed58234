package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People who log in with a password, over a real port. */
class UsersApiTest {
    private static final String RIGHT = "correct horse battery staple";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer admin(String method, String path, String body) {
        return api.send(method, path, Role.ADMIN, body.isEmpty() ? null : body);
    }

    private static Answer create(String name, String role) {
        return admin(
                "POST",
                "/users",
                "{\"name\":\"" + name + "\",\"role\":\"" + role + "\",\"password\":\"" + RIGHT
                        + "\",\"shownName\":\"Ann Example\"}");
    }

    private static Answer open(String path, String body) {
        return api.send(HttpRequest.newBuilder(api.uri("/api/v1" + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static String login(String name, String password) {
        return "{\"user\":\"" + name + "\",\"password\":\"" + password + "\"}";
    }

    private static String cookieOf(Answer login) {
        String cookie = login.header("Set-Cookie");
        return cookie.substring(0, cookie.indexOf(';'));
    }

    private static Answer withCookie(String path, String cookie) {
        return api.send(HttpRequest.newBuilder(api.uri("/api/v1" + path)).header("Cookie", cookie));
    }

    private static Answer bearer(String method, String path, String secret, String body) {
        return api.send(HttpRequest.newBuilder(api.uri("/api/v1" + path))
                .header("Authorization", "Bearer " + secret)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }

    @Test
    void personLogsInUntilDisabled() {
        Answer created = create("ann", "operator");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body()).doesNotContain("argon2", RIGHT);
        assertThat(api.send(HttpRequest.newBuilder(api.uri("/api/v1/login/ways")))
                        .body())
                .isEqualTo("{\"token\":true,\"password\":true,\"oidc\":false,\"oidcName\":null}");
        Answer login = open("/login", login("ann", RIGHT));
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.text("owner")).isEqualTo("ann");
        String cookie = cookieOf(login);
        assertThat(withCookie("/jobs", cookie).status()).isEqualTo(200);
        Answer again = api.send(HttpRequest.newBuilder(api.uri("/api/v1/login/tokens"))
                .header("Cookie", cookie)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(login("ann", RIGHT))));
        assertThat(again.status()).as("an old cookie does not hinder").isEqualTo(201);
        assertThat(admin("PATCH", "/users/ann", "{\"disabled\":true}")
                        .json()
                        .path("disabled")
                        .asBoolean())
                .isTrue();
        assertThat(withCookie("/jobs", cookie).status()).isEqualTo(401);
        assertThat(bearer("GET", "/jobs", again.text("token"), "").status()).isEqualTo(401);
        assertThat(open("/login", login("ann", RIGHT)).status()).isEqualTo(401);
        assertThat(admin("PATCH", "/users/ann", "{}").status()).isEqualTo(400);
        await().untilAsserted(() -> assertThat(api.catalog.audit().after(0, 1000))
                .anySatisfy(line -> {
                    assertThat(line.actor()).isEqualTo("ann");
                    assertThat(line.action()).isEqualTo("LOGIN");
                    assertThat(line.object()).isEqualTo("password");
                })
                .anySatisfy(line -> {
                    assertThat(line.action()).isEqualTo("POST /api/v1/login");
                    assertThat(line.result()).isEqualTo("401");
                    assertThat(line.detail()).isEqualTo("user ann");
                })
                .anySatisfy(line -> {
                    assertThat(line.actor()).isEqualTo("admin-person");
                    assertThat(line.action()).isEqualTo("PATCH /api/v1/users/{userName}");
                    assertThat(line.detail()).isEqualTo("disabled");
                }));
    }

    @Test
    void programGetsATokenForAPasswordAndGivesItBack() {
        create("bob", "reader");
        Answer made = open("/login/tokens", login("bob", RIGHT));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.text("name")).isEqualTo("bob");
        assertThat(made.json().path("expiresAt").isNull()).isFalse();
        String secret = made.text("token");
        assertThat(bearer("GET", "/jobs", secret, "").status()).isEqualTo(200);
        assertThat(admin("GET", "/tokens", "").body()).contains(made.text("id"));
        assertThat(bearer("POST", "/logout", secret, "{}").status()).isEqualTo(204);
        assertThat(bearer("GET", "/jobs", secret, "").status()).isEqualTo(401);
        assertThat(open("/login/tokens", "{\"token\":\"" + api.secret(Role.ADMIN) + "\"}")
                        .status())
                .isEqualTo(400);
        assertThat(open("/login", "{\"user\":\"bob\"}").status()).isEqualTo(400);
    }

    @Test
    void administratorsKeepUsersAndNamesAreNotGivenTwice() {
        create("eve", "reader");
        assertThat(create("eve", "reader").status()).isEqualTo(409);
        assertThat(admin("POST", "/tokens", "{\"name\":\"eve\"}").text("code")).isEqualTo("ILLEGAL_STATE");
        assertThat(create("reader-person", "reader").status()).as("has a token").isEqualTo(409);
        assertThat(create("Eve", "reader").status()).isEqualTo(400);
        assertThat(create("sue", "metrics").status()).isEqualTo(400);
        assertThat(admin("GET", "/users", "").body()).contains("\"eve\"", "Ann Example");
        Answer changed =
                admin("PATCH", "/users/eve", "{\"role\":\"submitter\",\"shownName\":\"\",\"email\":\"e@x.org\"}");
        assertThat(changed.text("role")).isEqualTo("submitter");
        assertThat(changed.json().path("shownName").isNull()).isTrue();
        assertThat(admin("GET", "/users/eve", "").text("email")).isEqualTo("e@x.org");
        assertThat(admin("DELETE", "/users/eve", "").status()).isEqualTo(204);
        assertThat(admin("GET", "/users/eve", "").status()).isEqualTo(404);
        assertThat(admin("PATCH", "/users/eve", "{\"disabled\":true}").status()).isEqualTo(404);
        assertThat(admin("DELETE", "/users/eve", "").status()).isEqualTo(404);
        assertThat(create("eve", "reader").status()).isEqualTo(409);
    }

    @Test
    void personChangesTheOwnPassword() {
        create("joe", "requester");
        String secret = open("/login/tokens", login("joe", RIGHT)).text("token");
        String next = "another horse, another staple";
        String wrong = "{\"oldPassword\":\"" + next + "\",\"newPassword\":\"" + next + "\"}";
        assertThat(bearer("POST", "/users/me/password", secret, wrong).status()).isEqualTo(403);
        String right = "{\"oldPassword\":\"" + RIGHT + "\",\"newPassword\":\"" + next + "\"}";
        assertThat(bearer("POST", "/users/me/password", secret, right).status()).isEqualTo(204);
        assertThat(bearer("GET", "/version", secret, "").status()).isEqualTo(401);
        assertThat(open("/login", login("joe", next)).status()).isEqualTo(200);
        assertThat(api.send("POST", "/users/me/password", Role.READER, right).status())
                .as("a token has no password")
                .isEqualTo(409);
    }
}
