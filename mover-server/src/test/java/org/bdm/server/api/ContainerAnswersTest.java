package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the servlet container refuses by itself is a problem with our headers, like every other refusal. */
class ContainerAnswersTest {
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

    private static String answer(String head) throws IOException {
        try (RawCaller caller = RawCaller.of(api)) {
            return caller.send(head.replace("\n", "\r\n") + "\r\n\r\n").untilClosed();
        }
    }

    private static void assertProblem(String answer, int... statuses) {
        assertThat(answer)
                .matches(
                        text -> Arrays.stream(statuses).anyMatch(status -> text.startsWith("HTTP/1.1 " + status)),
                        "one of the statuses");
        assertThat(answer.toLowerCase(Locale.ROOT))
                .contains(
                        "content-type: application/problem+json",
                        "x-content-type-options: nosniff",
                        "content-security-policy: default-src 'none'",
                        "x-frame-options: deny",
                        "referrer-policy: no-referrer",
                        "cache-control: no-")
                .doesNotContain("<html", "tomcat", "exception", "java.", "at org.");
        assertThat(answer.substring(answer.indexOf("\r\n\r\n"))).contains("\"code\":\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /api/v1/jobs/%00 | 400",
                "GET /api/v1/jobs/%2f | 400",
                "GET /api/v1/jobs/%5c | 400",
                "GET /api/v1/jobs/a\\b | 400",
                "GET /api/v1/jobs/%zz | 400",
                "GET /api/v1/jobs/%ff | 400",
                "GET /api/v1/jobs/a;b | 400",
                "GET //api/v1/jobs | 400",
                "GET /../etc/passwd | 400",
                "GET /api/v1/jobs?a=\"<script> | 400",
                "GET jobs | 400",
                "GET http://[::1/jobs | 400",
                "TRACE /api/v1/jobs | 400 405",
                "TRACK /api/v1/jobs | 400 405",
                "NONSENSE /api/v1/jobs | 405",
                "CONNECT here:1 | 400 501",
                "PROPFIND / | 400 405",
                "G{}T / | 400",
                "POST /nothing.js | 401",
                "GET /nothing.js | 404",
                "GET /actuator | 401",
                "GET /error | 404",
                "GET /thredds/fileServer/archive/%00 | 400",
                "GET /thredds/fileServer/archive/%zz | 400",
            })
    void wrongRequestLinesAreProblems(String line, String statuses) throws IOException {
        assertProblem(
                answer(line + " HTTP/1.1\nHost: here\nConnection: close"),
                Arrays.stream(statuses.split(" ")).mapToInt(Integer::parseInt).toArray());
    }

    @Test
    void aMethodThatNobodyKnowsIsToldThoseOfTheAddress() throws IOException {
        assertThat(answer("QUERY /api/v1/jobs HTTP/1.1\nHost: here\nConnection: close"))
                .containsIgnoringCase("Allow: GET, POST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: a b",
                "Host: here\nHost: there",
                "X-Nothing: 1",
                "Host: here\nContent-Length: -1",
                "Host: here\nContent-Length: x",
                "Host: here\nContent-Length: 1\nContent-Length: 2",
                "Host: here\nTransfer-Encoding: nonsense",
                "Host: here\nno colon",
                "Host: here\nBad Name: 1"
            })
    void wrongHeadersAreProblems(String headers) throws IOException {
        assertProblem(answer("GET /api/v1/jobs HTTP/1.1\nConnection: close\n" + headers), 400, 501);
    }

    @Test
    void requestsThatAreTooLargeAreProblems() throws IOException {
        assertProblem(
                answer("GET /api/v1/jobs HTTP/1.1\nHost: here\nConnection: close\nX-Large: " + "x".repeat(70_000)),
                400,
                431);
        assertProblem(answer("GET /api/v1/jobs?" + "x".repeat(70_000) + " HTTP/1.1\nHost: here"), 400, 414, 431);
        assertProblem(
                answer("GET / HTTP/1.1\nHost: here\nConnection: close\n" + "X: y\n".repeat(300) + "Z: y"), 400, 431);
        assertProblem(answer("GET /api/v1/jobs HTTP/9.9\nHost: here"), 400, 505);
        assertProblem(answer("nonsense"), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/search?", "/completeness?", "/completeness/groups?by=table_id&"})
    void namesOfParametersThatSteerATerminalAreBadRequests(String path) throws IOException {
        for (String name : new String[] {"%0D", "a%C2%86", "p%7F"}) {
            assertProblem(
                    answer("GET /api/v1" + path + name
                            + "=1 HTTP/1.1\nHost: here\nConnection: close\nAuthorization: Bearer "
                            + api.secret(Role.ADMIN)),
                    400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"?=x", "?=", "?a=1&=2", "?&=x&&", "?a=%ff", "?%ff=1", "?a=%c3%28", "?a=%", "?a=%zz", "?a=%e2%82"
            })
    void queriesThatCannotBeReadAreBadRequestsEverywhere(String query) throws IOException {
        for (String path : new String[] {"/api/v1/jobs", "/api/v1/holdings", "/api/v1/attention", "/api/v1/tokens"}) {
            assertProblem(
                    answer("GET " + path + query + " HTTP/1.1\nHost: here\nConnection: close\nAuthorization: Bearer "
                            + api.secret(Role.ADMIN)),
                    400);
        }
        assertProblem(
                answer("POST /api/v1/login" + query
                        + " HTTP/1.1\n"
                        + "Host: here\n"
                        + "Connection: close\n"
                        + "Content-Type: application/json\n"
                        + "Content-Length: 0"),
                400);
    }

    @Test
    void connectionGoesOnAfterABodyThatNobodyRead() throws IOException {
        String admin = "\nAuthorization: Bearer " + api.secret(Role.ADMIN);
        try (RawCaller caller = RawCaller.of(api)) {
            caller.head("POST /api/v1/jobs/job-9/pause HTTP/1.1\nContent-Length: 2" + admin)
                    .send("{}");
            caller.head("GET /api/v1/version HTTP/1.1\nConnection: close" + admin);
            assertThat(caller.untilClosed()).startsWith("HTTP/1.1 404").contains("HTTP/1.1 200");
        }
    }
}
