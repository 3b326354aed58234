package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.FailedLogins;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.oidc.OidcSettings;
import org.bdm.server.site.oidc.ScriptedIssuers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People who log in at an issuer, as a browser does it over a real port. */
class OidcApiTest {
    private static final String BEGIN = "/api/v1/login/oidc";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(
                home,
                new OidcSettings(
                        URI.create("https://login.example.org"),
                        "mover",
                        "sesame",
                        URI.create("https://mover.example.org" + OidcSettings.CALLBACK),
                        List.of("openid"),
                        "preferred_username",
                        "groups",
                        Map.of("climate", Role.READER),
                        "Example University",
                        new AddressGuard(List.of())));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void sayWhatIsUsual() {
        ScriptedIssuers.groups = List.of("climate");
    }

    private static Answer get(String pathAndQuery, String cookie) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(pathAndQuery));
        if (!cookie.isEmpty()) request.header("Cookie", cookie);
        return api.send(request);
    }

    private static List<String> cookies(Answer answer) {
        return answer.response().headers().allValues("Set-Cookie");
    }

    private static String pair(String cookie) {
        return cookie.substring(0, cookie.indexOf(';'));
    }

    /** Goes to the issuer, logs in there, and comes back. */
    private static Answer login() {
        Answer begun = get(BEGIN, "");
        assertThat(begun.status()).isEqualTo(302);
        return get(callback(begun) + "&session_state=x", pair(cookies(begun).get(0)));
    }

    /** Where the issuer sends the browser back to. */
    private static String callback(Answer begun) {
        String page = begun.header("Location");
        return BEGIN + "/callback?code=code-1" + page.substring(page.lastIndexOf("&state="));
    }

    @Test
    void browserComesBackWithASession() {
        Answer ways = get("/api/v1/login/ways", "");
        assertThat(ways.json().path("oidc").asBoolean()).isTrue();
        assertThat(ways.text("oidcName")).isEqualTo("Example University");
        Answer begun = get(BEGIN, "");
        assertThat(cookies(begun))
                .singleElement()
                .asString()
                .startsWith("bdm_oidc_here=")
                .contains("Path=/api/v1/login/oidc;", "Max-Age=600", "Secure", "HttpOnly", "SameSite=Lax");
        assertThat(begun.header("Location"))
                .contains("redirect_uri=https%3A%2F%2Fmover.example.org%2Fapi%2Fv1%2Flogin%2Foidc%2Fcallback");

        Answer back = login();
        assertThat(back.status()).isEqualTo(302);
        assertThat(back.header("Location")).isEqualTo("/");
        assertThat(cookies(back).get(0)).startsWith("bdm_oidc_here=;").contains("Max-Age=0");
        assertThat(cookies(back).get(1)).startsWith("bdm_session_here=").contains("HttpOnly", "SameSite=Lax", "Secure");
        String session = pair(cookies(back).get(1));
        Answer known = get("/api/v1/login", session);
        assertThat(known.text("owner")).isEqualTo("oidc:ann@example.org");
        assertThat(known.json().path("roles").path(0).asString()).isEqualTo("reader");
        assertThat(get("/api/v1/jobs", session).status()).isEqualTo(200);
        assertThat(get("/api/v1/tokens", session).status()).isEqualTo(403);
        assertThat(api.send("GET", "/tokens", Role.ADMIN, null).body()).contains("oidc:ann@example.org");
        await().untilAsserted(() -> assertThat(api.catalog.audit().after(0, 1000))
                .anySatisfy(line -> {
                    assertThat(line.actor()).isEqualTo("oidc:ann@example.org");
                    assertThat(line.action()).isEqualTo("LOGIN");
                    assertThat(line.object()).isEqualTo("oidc");
                }));
    }

    @Test
    void logoutEndsOneSessionAndLeavesTheOther() {
        String first = pair(cookies(login()).get(1));
        String second = pair(cookies(login()).get(1));
        Answer known = get("/api/v1/login", first);
        Answer out = api.send(HttpRequest.newBuilder(api.uri("/api/v1/logout"))
                .header("Cookie", first)
                .header("X-CSRF-Token", known.text("csrfToken"))
                .POST(BodyPublishers.noBody()));
        assertThat(out.status()).isEqualTo(204);
        assertThat(get("/api/v1/login", first).status()).isEqualTo(401);
        assertThat(get("/api/v1/login", second).status()).isEqualTo(200);
    }

    @Test
    void failedLoginEndsAtTheLoginPageAndInTheAuditLog() {
        ScriptedIssuers.groups = List.of("chess");
        Answer back = login();
        assertThat(back.status()).isEqualTo(302);
        assertThat(back.header("Location")).isEqualTo("/?login=no-role");
        assertThat(cookies(back)).singleElement().asString().contains("Max-Age=0");
        await().untilAsserted(() -> assertThat(api.catalog.audit().after(0, 1000))
                .anySatisfy(line -> {
                    assertThat(line.action()).isEqualTo("REFUSED");
                    assertThat(line.object()).isEqualTo("GET /api/v1/login/oidc/callback");
                    assertThat(line.result()).isEqualTo("LOGIN_REFUSED");
                    assertThat(line.detail()).contains("gives oidc:ann@example.org a role");
                }));
        assertThat(get(BEGIN + "/callback?code=a&state=b", "").header("Location"))
                .isEqualTo("/?login=late");
        assertThat(get(BEGIN + "/callback?code=a&state=b&state=b", "bdm_oidc_here=x")
                        .header("Location"))
                .isEqualTo("/?login=late");
        assertThat(get(BEGIN + "/callback", "").header("Location")).isEqualTo("/?login=late");
    }

    @Test
    void addressThatFailsTooOftenWaits() throws IOException {
        FailedLogins failed = api.part(FailedLogins.class);
        for (int i = 0; i <= FailedLogins.PER_MINUTE_MAX; i++) {
            var unused = failed.refused("127.0.0.2");
        }
        Answer begun = get(BEGIN, "");
        List<String> exchanged = List.copyOf(ScriptedIssuers.EXCHANGED);
        try (RawCaller caller = RawCaller.from("127.0.0.2", api)) {
            caller.head("GET " + callback(begun) + " HTTP/1.1\nConnection: close\nCookie: "
                    + pair(cookies(begun).get(0)));
            assertThat(caller.untilClosed()).startsWith("HTTP/1.1 302").contains("Location: /?login=busy");
        }
        assertThat(ScriptedIssuers.EXCHANGED).isEqualTo(exchanged);
    }
}
