package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are wrong on purpose: each has an answer that says what is wrong, and nothing of the inside. */
class HostileRequestsTest {
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

    private static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.json().path("status").asInt()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("org.bdm", "java.", "Exception", "tools.jackson", "springframework");
        assertThat(answer.body().chars()).noneMatch(c -> c == 0x1b || c == 0x7f);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "\"text\"",
                "{",
                "{}",
                "{\"kind\":7}",
                "{\"kind\":{}}",
                "{\"kind\":\"TREE\"}",
                "{\"kind\":\"TREE\",\"items\":{}}",
                "{\"kind\":\"TREE\",\"items\":[null]}",
                "{\"kind\":\"TREE\",\"items\":[7]}",
                "{\"kind\":\"TREE\",\"items\":[{\"source\":7,\"destination\":8}]}",
                "{\"kind\":\"TREE\",\"items\":[{\"source\":\"bdm://a/b\"}]}",
                "{\"kind\":\"TREE\",\"items\":[],\"x\":1}",
                "{\"kind\":\"TREE\",\"kind\":\"FILE\",\"items\":[]} trailing",
                "{\"kind\":\"\\u001b[2J\",\"items\":[]}",
                "{\"kind\":\"TREE\",\"items\":[{\"source\":\"bdm://a/b\",\"destination\":\"x\",\"size\":1e400}]}",
                "{\"kind\":\"TREE\",\"items\":[{\"source\":\"bdm://a/b\",\"destination\":\"x\",\"size\":99999999999999999999}]}"
            })
    void brokenJsonIsABadRequest(String body) {
        assertProblem(api.send("POST", "/jobs", Role.OPERATOR, body), 400, "INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jobs?limt=5",
                "/jobs?limit=5&limt=5",
                "/jobs?limit=",
                "/attention?acknowledged=",
                "/audit?limit",
                "/jobs/job-1?verbose",
                "/attention?stat%65=OPEN",
                "/audit?whom=x",
                "/completeness?facets=x",
                "/sites?%1b[2J=x"
            })
    void parameterThatARouteDoesNotHaveOrThatHasNoValueIsRefused(String path) {
        Answer answer = api.send("GET", path, Role.ADMIN, null);
        assertProblem(answer, 400, "INVALID_REQUEST");
    }

    @Test
    void refusalOfAParameterNamesThoseThatThereAre() {
        Answer answer = api.send("GET", "/audit?whom=x", Role.ADMIN, null);
        assertThat(answer.text("detail"))
                .isEqualTo(
                        "this route has no parameter 'whom'; it takes action, cursor, limit, object, result, since, until, who");
    }

    @Test
    void parametersThatARouteHasArePassedAlsoIfTheyAreEscaped() {
        assertThat(api.send("GET", "/audit?wh%6f=x&since=2026-01-31T12:00:00Z&&", Role.ADMIN, null)
                        .status())
                .isEqualTo(200);
        assertThat(api.send("GET", "/sites?limit=1000", Role.ADMIN, null).status())
                .isEqualTo(200);
        assertThat(api.send("GET", "/completeness?facet=source_id%3DX", Role.ADMIN, null)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void deepNestingAndLongTextsAreRefused() {
        assertProblem(api.send("POST", "/jobs", Role.OPERATOR, "[".repeat(100_000)), 400, "INVALID_REQUEST");
        assertProblem(api.send("POST", "/jobs", Role.OPERATOR, "{\"kind\":".repeat(100_000)), 400, "INVALID_REQUEST");
        assertProblem(api.send("POST", "/checks", Role.OPERATOR, "{\"a\":".repeat(100_000)), 400, "INVALID_REQUEST");
        String endpoint = "bdm://there/shared/" + "x".repeat(500_000);
        Answer longPath =
                api.send("POST", "/jobs", Role.OPERATOR, SubmitTest.job("TREE", SubmitTest.item(endpoint, endpoint)));
        assertThat(longPath.status()).isEqualTo(422);
        assertThat(longPath.response().body().length).isLessThan(10_000);
    }

    @Test
    void largeBodiesAreRefusedWithAndWithoutALength() {
        String large = "{\"kind\":\"" + "x".repeat(1 << 20) + "\"}";
        assertProblem(api.send("POST", "/jobs", Role.OPERATOR, large), 413, "TOO_LARGE");
        Answer chunked = api.send(api.request("/jobs", Role.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[2 << 20]))));
        assertProblem(chunked, 413, "TOO_LARGE");
        Answer token = api.send(api.request("/tokens", Role.ADMIN)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[2 << 20]))));
        assertThat(token.status()).isIn(400, 413);
    }

    @Test
    void anEntryThatIsNullIsRefusedWithItsPlace() {
        Answer answer = api.send(
                "POST",
                "/hooks",
                Role.ADMIN,
                "{\"name\":\"a\",\"target\":\"https://a.example.org/b\",\"events\":[null]}");
        assertProblem(answer, 400, "INVALID_REQUEST");
        assertThat(answer.body()).contains("events[0]: an entry is null");
    }

    @Test
    void unknownAddressesMethodsAndTypesAreTold() {
        assertProblem(api.get("/nothing"), 404, "NOT_FOUND");
        assertProblem(api.post("/nothing", "{}"), 404, "NOT_FOUND");
        assertProblem(api.get("/jobs/job-1/nothing"), 404, "NOT_FOUND");
        Answer method = api.send("PUT", "/jobs", Role.ADMIN, "{}");
        assertProblem(method, 405, "INVALID_REQUEST");
        assertThat(method.header("Allow")).contains("GET", "POST");
        Answer type = api.send(api.request("/jobs", Role.OPERATOR)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("x")));
        assertProblem(type, 415, "INVALID_REQUEST");
        Answer accept = api.send(api.request("/jobs", Role.OPERATOR).header("Accept", "image/png"));
        assertProblem(accept, 406, "INVALID_REQUEST");
    }

    @ParameterizedTest
    @CsvSource({
        "/jobs/job-0, UNKNOWN_JOB",
        "/jobs/job-999999, UNKNOWN_JOB",
        "/jobs/-1, UNKNOWN_JOB",
        "/jobs/job-99999999999999999999, UNKNOWN_JOB",
        "/jobs/job-999999999999999999, UNKNOWN_JOB",
        "/jobs/%1b%5b2J, UNKNOWN_JOB",
        "/jobs/job-1%20or%201=1, UNKNOWN_JOB",
        "/jobs/job-999999/files, UNKNOWN_JOB",
        "/jobs/job-999999/events, UNKNOWN_JOB",
        "/jobs/job-999999/report, UNKNOWN_JOB",
        "/jobs/job-999999/explanation, UNKNOWN_JOB",
        "/exports/nothing/entries, UNKNOWN_EXPORT",
        "/plans/plan-1, NOT_FOUND",
        "/checks/check-1, NOT_FOUND"
    })
    void whatIsNotThereIsNotFound(String path, String code) {
        assertProblem(api.get(path), 404, code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/jobs?limit=0",
                "/jobs?limit=1001",
                "/jobs?limit=x",
                "/jobs?limit=99999999999",
                "/jobs?cursor=what",
                "/jobs?state=SLEEPING",
                "/jobs?state=RECEIVING",
                "/events?cursor=-1",
                "/events?cursor=x",
                "/exports/data/entries?cursor=%21%21",
                "/exports/data/entries?path=..",
                "/exports/data/entries?path=a/../..",
                "/exports/data/entries?path=%2500",
                "/exports/data/entries?path=/etc",
                "/exports/data%20x/entries"
            })
    void wrongParametersAreBadRequests(String path) {
        Answer answer = api.get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.text("code")).isIn("INVALID_REQUEST", "INVALID_PATH");
    }

    @Test
    void whatTheContainerRefusesIsAProblemToo() {
        for (String path : List.of("/api/v1/jobs/%2e%2e/x", "/api/v1/jobs//x", "/api/v1/jobs/a;b=c", "/api/v1/%00")) {
            Answer answer = api.send(
                    HttpRequest.newBuilder(api.uri(path)).header("Authorization", "Bearer " + api.secret(Role.ADMIN)));
            assertThat(answer.status()).as(path).isIn(400, 404);
            assertThat(answer.body()).doesNotContain("Exception", "at org.", "Tomcat");
        }
    }

    @Test
    void pagesOfTheWebUiAreServedAndNothingElseOfTheProgram() {
        for (String path : List.of(
                "/application.properties",
                "/org/bdm/server/app/MoverServer.class",
                "/META-INF/MANIFEST.MF",
                "/static/index.html",
                "/assets/../org.class",
                "/logback.xml")) {
            Answer answer = api.send(HttpRequest.newBuilder(api.uri(path)));
            assertThat(answer.status()).as(path).isIn(400, 404);
        }
    }
}
