package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.campaign.Campaign;
import org.bdm.server.catalog.campaign.CampaignPart;
import org.bdm.server.catalog.campaign.CampaignState;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.FailedLogins;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who may do what, over a real port. */
class AccessTest {
    private static final Set<String> OPEN_TO_ALL = Set.of(
            "GET /healthz",
            "GET /readyz",
            "POST /api/v1/login",
            "POST /api/v1/login/tokens",
            "GET /api/v1/login/ways",
            "GET /api/v1/login/oidc",
            "GET /api/v1/login/oidc/callback",
            "GET /api/v1/shared/campaigns/{secret}");
    private static final Set<String> ANY_ROLE = Set.of(
            "GET /api/v1/login",
            "POST /api/v1/logout",
            "POST /api/v1/users/me/password",
            "GET /api/v1/version",
            "GET /api/v1/openapi.json");
    /** Changes nothing: a GET has no room for thousands of names. */
    private static final String QUESTION = "POST /api/v1/completeness";

    private static final String OF_REQUESTERS =
            "(GET|POST|DELETE) /api/v1/imports.*|GET /api/v1/requests.*" + "|POST /api/v1/requests(/[^/]*/withdraw)?";
    private static final String OF_SUBMITTERS =
            "(GET|POST|PATCH|DELETE) /api/v1/jobs.*|(GET|POST) /api/v1/(plans|checks).*"
                    + "|(POST|DELETE) /api/v1/attention.*"
                    + "|GET /api/v1/(events|attention.*|manifests.*|search|sites(/[^/]*/grants)?|exports(/[^/]*/entries)?|(datasets|replica-sets).*)";
    private static final String ADMIN_ONLY =
            "(GET|POST|PATCH|DELETE) /api/v1/(tokens|hooks|users).*|(GET|PATCH) /api/v1/settings|GET /api/v1/doctor/bundle|GET /api/v1/audit.*|(GET|POST) /api/v1/backups.*|(POST|DELETE) /api/v1/(sites|nodes)(?!.*/(ban|maintenance|limit)).*|(GET|POST|DELETE)"
                    + " /api/v1/invitations.*|POST /api/v1/purges/[^/]*/(apply|restore|empty)|POST /api/v1/carriers/.*";

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

    private record Route(String method, String path) {
        String name() {
            return method + " " + path;
        }

        String url() {
            return path.replaceAll("\\{[^}]*}", "job-999999");
        }
    }

    private static List<Route> documented() {
        List<Route> routes = new ArrayList<>(List.of(new Route("GET", "/api/v1/openapi.json")));
        JsonNode paths =
                api.send("GET", "/openapi.json", Role.ADMIN, null).json().path("paths");
        paths.propertyNames()
                .forEach(path -> paths.path(path)
                        .propertyNames()
                        .forEach(method -> routes.add(new Route(method.toUpperCase(Locale.ROOT), path))));
        assertThat(routes).hasSizeGreaterThan(30);
        return routes;
    }

    private static Answer call(Route route, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(route.url()))
                .header("Content-Type", "application/json")
                .method(route.method(), BodyPublishers.ofString("{}"));
        if (!authorization.isEmpty()) request.header("Authorization", authorization);
        return api.send(request);
    }

    @Test
    void everyDocumentedRouteObeysTheTableOfRoles() {
        for (Route route : documented()) {
            for (Role role : Role.values()) {
                // The callers below must not change what the next ones see.
                if (role == Role.ADMIN && route.name().matches("POST .*(login|logout)")) continue;
                int status = call(route, "Bearer " + api.secret(role)).status();
                assertThat(status == 403)
                        .as(route.name() + " by " + role + ": " + status)
                        .isEqualTo(!isAllowed(route, role));
                assertThat(status).as(route.name() + " by " + role).isNotIn(401, 405, 500);
            }
        }
    }

    /** What docs/configuration.md says, once more and differently from the table in the code. */
    private static boolean isAllowed(Route route, Role role) {
        if (OPEN_TO_ALL.contains(route.name()) || ANY_ROLE.contains(route.name()) || role == Role.ADMIN) return true;
        if (route.name().matches(ADMIN_ONLY) || role == Role.METRICS) return false;
        if (role != Role.OPERATOR && route.name().matches(OF_REQUESTERS)) {
            return role == Role.REQUESTER || role == Role.SUBMITTER;
        }
        if (role == Role.REQUESTER) return false;
        if (route.name().equals("GET /api/v1/doctor")) return role == Role.OPERATOR;
        if (role == Role.SUBMITTER) return route.name().matches(OF_SUBMITTERS);
        return role == Role.OPERATOR
                || route.method().equals("GET")
                || route.name().equals(QUESTION);
    }

    @Test
    void everyDocumentedRouteRefusesWhoHasNoValidToken() {
        AccessTokens.Made revoked =
                api.tokens.create("gone", EnumSet.of(Role.ADMIN), null).join();
        api.tokens.revoke(revoked.token().number()).join();
        String expired = api.tokens
                .create("old", EnumSet.of(Role.ADMIN), Instant.now().minus(Duration.ofSeconds(1)))
                .join()
                .secret();
        List<String> wrong =
                List.of("", "Bearer " + revoked.secret(), "Bearer " + expired, "Basic YTpi", "Bearer bdm_nonsense");
        for (Route route : documented()) {
            for (String authorization : wrong) {
                // No credential is looked at there: it would have to wait for the catalog.
                boolean isAlive = route.name().equals("GET /healthz");
                boolean isOpen = isAlive || (OPEN_TO_ALL.contains(route.name()) && authorization.isEmpty());
                Answer answer = call(route, authorization);
                if (isOpen) assertThat(answer.status()).isNotEqualTo(401);
                else
                    assertThat(answer.status())
                            .as(route.name() + " with '" + authorization + "'")
                            .isIn(401, 429);
            }
        }
    }

    @Test
    void metricsNeedTheirRole() {
        assertThat(call(new Route("GET", "/actuator/prometheus"), "").status()).isEqualTo(401);
        assertThat(call(new Route("GET", "/actuator/prometheus"), "Bearer " + api.secret(Role.READER))
                        .status())
                .isEqualTo(403);
        Answer metrics = call(new Route("GET", "/actuator/prometheus"), "Bearer " + api.secret(Role.METRICS));
        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.body()).contains("jvm_memory");
        for (String other : List.of("/actuator", "/actuator/env", "/actuator/heapdump", "/actuator/health")) {
            assertThat(call(new Route("GET", other), "").status()).as(other).isEqualTo(401);
            assertThat(call(new Route("GET", other), "Bearer " + api.secret(Role.ADMIN))
                            .status())
                    .as(other)
                    .isEqualTo(404);
        }
    }

    @Test
    void spellingsOfAnAddressDoNotGoAroundTheTable() {
        for (String path : List.of(
                "/api/v1/jobs/",
                "//api/v1/jobs",
                "/api//v1/jobs",
                "/%61pi/v1/jobs",
                "/api/v1/./jobs",
                "/api/v1/jobs;x=1",
                "/x/../api/v1/jobs",
                "/api/v1/jobs%2f",
                "/API/v1/jobs",
                "/api/v1/%6aobs")) {
            Answer answer = api.send(HttpRequest.newBuilder(URI.create(
                    api.uri("").toString() + path.replace("/./", "/%2e/").replace("/../", "/%2e%2e/"))));
            boolean isPage = answer.header("Content-Type").startsWith("text/html")
                    && answer.body().contains("test page");
            if (!isPage) assertThat(answer.status()).as(path).isIn(400, 401, 404);
            assertThat(answer.body()).as(path).doesNotContain("items");
        }
    }

    @Test
    void sessionOfTheBrowserWorksByCookieAndChangesNeedItsCsrfToken() {
        Answer login = login(api.secret(Role.OPERATOR));
        assertThat(login.status()).isEqualTo(200);
        String setCookie = login.header("Set-Cookie");
        assertThat(setCookie).startsWith("bdm_session_here=").contains("HttpOnly", "SameSite=Lax", "Path=/");
        String cookie = setCookie.substring(0, setCookie.indexOf(';'));
        assertThat(login.json().path("roles").get(0).asString()).isEqualTo("operator");
        assertThat(byCookie("GET", "/jobs", cookie, "").status()).isEqualTo(200);
        assertThat(byCookie("GET", "/login", cookie, "").text("csrfToken")).isEqualTo(login.text("csrfToken"));
        assertThat(byCookie("POST", "/jobs/job-9/pause", cookie, "").status()).isEqualTo(403);
        assertThat(byCookie("POST", "/jobs/job-9/pause", cookie, "guessed").status())
                .isEqualTo(403);
        assertThat(byCookie("POST", "/jobs/job-9/pause", cookie, login.text("csrfToken"))
                        .status())
                .isEqualTo(404);
        assertThat(byCookie("POST", "/tokens", cookie, login.text("csrfToken")).status())
                .isEqualTo(403);
        assertThat(byCookie("POST", "/logout", cookie, login.text("csrfToken")).status())
                .isEqualTo(204);
        assertThat(byCookie("GET", "/jobs", cookie, "").status()).isEqualTo(401);
    }

    @Test
    void sessionEndsWithItsToken() {
        AccessTokens.Made token =
                api.tokens.create("short", EnumSet.of(Role.READER), null).join();
        String setCookie = login(token.secret()).header("Set-Cookie");
        String cookie = setCookie.substring(0, setCookie.indexOf(';'));
        assertThat(byCookie("GET", "/jobs", cookie, "").status()).isEqualTo(200);
        api.tokens.revoke(token.token().number()).join();
        assertThat(byCookie("GET", "/jobs", cookie, "").status()).isEqualTo(401);
    }

    private static Answer login(String secret) {
        return api.send(HttpRequest.newBuilder(api.uri("/api/v1/login"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"token\":\"" + secret + "\"}")));
    }

    private static Answer byCookie(String method, String path, String cookie, String csrf) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri("/api/v1" + path))
                .header("Cookie", cookie)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(method.equals("GET") ? "" : "{}"));
        if (!csrf.isEmpty()) request.header("X-CSRF-Token", csrf);
        return api.send(request);
    }

    @Test
    void answersCarryTheHeadersThatKeepBrowsersSafe() {
        for (String path : List.of("/", "/jobs/job-1", "/healthz", "/api/v1/jobs", "/nothing.js")) {
            Answer answer =
                    call(new Route("GET", path), path.startsWith("/api") ? "Bearer " + api.secret(Role.READER) : "");
            assertThat(answer.header("Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
            assertThat(answer.header("Access-Control-Allow-Origin")).as(path).isEmpty();
            if (path.startsWith("/api"))
                assertThat(answer.header("Cache-Control")).contains("no-store");
        }
    }

    @Test
    void changesAndRefusalsAreInTheAuditLog() {
        Answer token = api.send("POST", "/tokens", Role.ADMIN, "{\"name\":\"audited\",\"roles\":[\"reader\"]}");
        assertThat(token.status()).isEqualTo(201);
        api.send("DELETE", "/tokens/" + token.text("id"), Role.READER, null);
        await().untilAsserted(() -> {
            List<AuditEntry> lines = api.catalog.audit().after(0, 1000);
            assertThat(lines)
                    .anySatisfy(line -> {
                        assertThat(line.actor()).isEqualTo("admin-person");
                        assertThat(line.action()).isEqualTo("POST /api/v1/tokens");
                        assertThat(line.result()).isEqualTo("201");
                        assertThat(line.address()).isEqualTo("127.0.0.1");
                    })
                    .anySatisfy(line -> {
                        assertThat(line.actor()).isEqualTo("reader-person");
                        assertThat(line.action()).isEqualTo("REFUSED");
                        assertThat(line.object()).isEqualTo("DELETE /api/v1/tokens/" + token.text("id"));
                    });
            assertThat(lines).noneMatch(line -> line.toString().contains(token.text("token")));
        });
    }

    @Test
    void lastTokenOfAnAdministratorStays(@TempDir Path own) {
        try (RunningApi other = new RunningApi(own)) {
            other.tokens.ensureAdmin(Optional::empty, secret -> {
                throw new AssertionError("there is one already");
            });
            Answer list = other.send("GET", "/tokens", Role.ADMIN, null);
            assertThat(list.json().path("items").size()).isEqualTo(Role.values().length);
            for (JsonNode token : list.json().path("items")) {
                assertThat(token.path("token").isNull()).isTrue();
                if (!token.path("roles").toString().contains("admin")) continue;
                Answer revoked =
                        other.send("DELETE", "/tokens/" + token.path("id").asString(), Role.ADMIN, null);
                assertThat(revoked.status()).isEqualTo(409);
                assertThat(revoked.text("code")).isEqualTo("ILLEGAL_STATE");
            }
        }
    }

    @Test
    void hundredWrongTokensAMinuteBlockTheirAddressAndNobodyElse(@TempDir Path own) {
        try (RunningApi other = new RunningApi(own)) {
            for (int i = 0; i < 3 * FailedLogins.PER_MINUTE_MAX; i++) {
                Answer wrong = other.send(HttpRequest.newBuilder(other.uri("/api/v1/jobs"))
                        .header("Authorization", "Bearer bdm_wrong" + i)
                        .header("X-Forwarded-For", "10.0.0." + i));
                if (i < FailedLogins.PER_MINUTE_MAX) assertThat(wrong.status()).isEqualTo(401);
                if (i < FailedLogins.PER_MINUTE_MAX) continue;
                assertThat(wrong.status()).as("refusal " + i).isEqualTo(429);
                assertThat(Integer.parseInt(wrong.header("Retry-After"))).isBetween(1, 60);
            }
            assertThat(other.get("/jobs").status())
                    .as("the right token still gets in")
                    .isEqualTo(200);
            long refusals = other.catalog.audit().after(0, 1000).stream()
                    .filter(line -> line.action().equals("REFUSED"))
                    .count();
            assertThat(refusals).as("lines of the audit log").isBetween(1L, FailedLogins.PER_MINUTE_MAX + 1L);
        }
    }

    private static Answer shared(String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.uri(path));
        if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
        return api.send(request);
    }

    @Test
    void aSharedCampaignNeedsItsSecretAndNothingElse() {
        String selection = "{\"source\":\"bdm://here/data\",\"datasets\":[],\"destinations\":[\"bdm://there/in\"]}";
        Campaign wished = new Campaign(0, "cmip6", "ann", CampaignState.RUNNING, selection, 7, 9, Instant.EPOCH, null);
        long number = api.catalog
                .campaigns()
                .add(wished, List.of(CampaignPart.waiting(0, "bdm://there/in").in("SUCCEEDED", "")))
                .join()
                .number();
        String link = "/campaigns/campaign-" + number + "/link";
        assertThat(api.send("POST", link, Role.READER, null).status()).isEqualTo(403);
        Answer made = api.send("POST", link, Role.OPERATOR, null);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String path = made.text("path");
        Answer seen = shared(path, "");
        assertThat(seen.status()).as(seen.body()).isEqualTo(200);
        assertThat(seen.text("name")).isEqualTo("cmip6");
        assertThat(seen.body()).doesNotContain("ann", "campaign-" + number);
        assertThat(seen.response().headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(seen.response().headers().firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(api.send("DELETE", link, Role.OPERATOR, null).status()).isEqualTo(204);
        Answer revoked = shared(path, api.secret(Role.OPERATOR));
        Answer unknown = shared(path.replaceAll(".{43}$", "x".repeat(43)), api.secret(Role.OPERATOR));
        assertThat(revoked.status()).isEqualTo(404);
        assertThat(revoked.text("detail")).isEqualTo(unknown.text("detail"));
        assertThat(api.send("DELETE", link, Role.OPERATOR, null).status()).isEqualTo(404);

        String secret = path.substring(path.length() - 43);
        assertThat(api.catalog.audit().after(0, 10_000))
                .anySatisfy(line -> assertThat(line.object()).isEqualTo("GET /api/v1/shared/{secret}"))
                .allSatisfy(line -> assertThat(line.object() + line.detail()).doesNotContain(secret));
        assertThat(call(new Route("GET", "/actuator/prometheus"), "Bearer " + api.secret(Role.METRICS))
                        .body())
                .doesNotContain(secret);
    }

    @Test
    void whoGuessesManySecretsHasToWait() {
        String token = api.send("POST", "/tokens", Role.ADMIN, "{\"owner\":\"guesser\",\"role\":\"requester\"}")
                .text("token");
        for (int i = 0; i < FailedLogins.PER_MINUTE_MAX; i++) {
            assertThat(shared("/api/v1/shared/campaigns/guess-" + i, token).status())
                    .isEqualTo(404);
        }
        Answer last = shared("/api/v1/shared/campaigns/guess", token);
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.response().headers().firstValue("Retry-After")).isPresent();
    }
}
