package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A submitter sees and steers its own jobs; those of others are not there for it. */
class JobsOfOthersTest {
    @TempDir
    static Path home;

    private static RunningApi api;
    private static String ofOperator;
    private static String ofSubmitter;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
        ofOperator = submitted(Role.OPERATOR);
        ofSubmitter = submitted(Role.SUBMITTER);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String submitted(Role role) {
        String tree = SubmitTest.item("bdm://there/shared/" + role.shown(), "bdm://here/data/" + role.shown());
        Answer made = api.send("POST", "/jobs", role, SubmitTest.job("TREE", tree));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.text("id");
    }

    /** Every documented operation that names a job. */
    private static List<String> routesOfOneJob() {
        List<String> routes = new ArrayList<>();
        JsonNode paths =
                api.send("GET", "/openapi.json", Role.ADMIN, null).json().path("paths");
        for (String path : paths.propertyNames()) {
            if (!path.startsWith("/api/v1/jobs/{jobId}")) continue;
            for (String method : paths.path(path).propertyNames()) {
                routes.add(method.toUpperCase(Locale.ROOT) + " " + path.substring("/api/v1".length()));
            }
        }
        assertThat(routes).hasSizeGreaterThan(10);
        return routes;
    }

    private static Answer call(String route, String job, String secret) {
        String[] parts =
                route.replace("{jobId}", job).replace("{fileId}", "file-1").split(" ");
        boolean isList = parts[1].endsWith("/items");
        return api.send(HttpRequest.newBuilder(api.uri("/api/v1" + parts[1] + (isList ? "?from=0" : "")))
                .header("Authorization", "Bearer " + secret)
                .header("Content-Type", isList ? "application/x-ndjson" : "application/json")
                .method(
                        parts[0],
                        parts[0].equals("GET")
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofString("{\"priority\":2}")));
    }

    @Test
    void jobsOfOthersAreNotThereWhateverIsAsked() {
        for (String route : routesOfOneJob()) {
            Answer answer = call(route, ofOperator, api.secret(Role.SUBMITTER));
            assertThat(answer.status()).as(route).isEqualTo(404);
            assertThat(answer.text("code")).as(route).isEqualTo("UNKNOWN_JOB");
            assertThat(answer.text("detail")).as(route).isEqualTo("there is no " + ofOperator);
            await().untilAsserted(() -> assertThat(api.catalog.audit().after(0, 1000))
                    .as(route)
                    .anySatisfy(line -> {
                        assertThat(line.actor()).isEqualTo("submitter-person");
                        assertThat(line.action()).isEqualTo("REFUSED");
                        assertThat(line.object())
                                .endsWith(route.substring(route.indexOf(' ') + 1)
                                        .replace("{jobId}", ofOperator)
                                        .replace("{fileId}", "file-1"));
                    }));
        }
        assertThat(api.get("/jobs/" + ofOperator).text("state")).isEqualTo("QUEUED");
    }

    @Test
    void ownJobsAreSeenAndSteered() {
        String own = submitted(Role.SUBMITTER);
        for (String route : List.of(
                "GET /jobs/{jobId}",
                "GET /jobs/{jobId}/files",
                "GET /jobs/{jobId}/events",
                "GET /jobs/{jobId}/decisions",
                "GET /jobs/{jobId}/rates",
                "GET /jobs/{jobId}/report",
                "GET /jobs/{jobId}/explanation",
                "PATCH /jobs/{jobId}",
                "POST /jobs/{jobId}/pause",
                "POST /jobs/{jobId}/resume",
                "POST /jobs/{jobId}/cancel")) {
            assertThat(call(route, own, api.secret(Role.SUBMITTER)).status())
                    .as(route)
                    .isIn(200, 202);
        }
    }

    @Test
    void listsShowTheOwnJobsOnly() {
        for (String query : List.of("", "?owner=submitter-person", "?owner=operator-person", "?limit=1000&q=")) {
            Answer list = api.send("GET", "/jobs" + query, Role.SUBMITTER, null);
            for (JsonNode job : list.json().path("items")) {
                assertThat(job.path("owner").asString()).as(query).isEqualTo("submitter-person");
            }
            boolean isOfOthers = query.contains("operator");
            assertThat(list.json().path("items").isEmpty()).as(query).isEqualTo(isOfOthers);
        }
        Answer events = api.send("GET", "/events?limit=1000", Role.SUBMITTER, null);
        assertThat(events.body()).contains(ofSubmitter).doesNotContain("\"" + ofOperator + "\"");
        assertThat(api.send("GET", "/attention", Role.SUBMITTER, null).body()).doesNotContain("\"" + ofOperator + "\"");
        assertThat(api.send("GET", "/manifests?format=sha256sum&subject=" + ofOperator, Role.SUBMITTER, null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void draftsOfOthersCannotBeSubmitted() {
        String draft = api.draft("CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903\n");
        Answer answer = api.send(
                "POST",
                "/jobs",
                Role.SUBMITTER,
                "{\"kind\":\"REPLICA_SET\",\"draft\":\"" + draft + "\",\"destination\":\"bdm://here/data\"}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(404);
    }

    @Test
    void operatorsSteerAllJobsAndReadersSteerTheirOwn() {
        String job = submitted(Role.SUBMITTER);
        assertThat(call("POST /jobs/{jobId}/pause", job, api.secret(Role.OPERATOR))
                        .status())
                .isEqualTo(200);
        String both = api.tokens
                .create("both", EnumSet.of(Role.READER, Role.SUBMITTER), null)
                .join()
                .secret();
        assertThat(call("GET /jobs/{jobId}", job, both).status()).isEqualTo(200);
        assertThat(call("POST /jobs/{jobId}/cancel", job, both).status()).isEqualTo(403);
    }

    /** Routes with an id that who sees only the own things may call, and whose answer belongs to nobody. */
    private static final Set<String> OF_NOBODY = Set.of(
            "GET /datasets/{instanceId}",
            "GET /replica-sets/{instanceId}",
            "GET /exports/{name}/entries",
            "GET /shared/campaigns/{secret}");

    @Test
    @Tag("A7")
    void noRouteWithAnIdShowsOrChangesWhatSomebodyElseBegan() {
        String trees = "{\"a\":\"bdm://here/data/x\",\"b\":\"bdm://there/shared/x\"}";
        String tree = SubmitTest.item("bdm://there/shared/x", "bdm://here/data/x");
        String draft = api.draft("CMIP6.ScenarioMIP.IPSL.IPSL-CM6A-LR.ssp585.r1i1p1f1.Amon.tas.gr.v20190903\n");
        Map<String, String> ofOperator = Map.of(
                "{jobId}",
                JobsOfOthersTest.ofOperator,
                "{fileId}",
                "file-1",
                "{planId}",
                made("/plans", SubmitTest.job("TREE", tree)),
                "{checkId}",
                made("/checks", trees),
                "{importId}",
                draft,
                "{requestId}",
                made("/requests", "{\"draft\":\"" + draft + "\",\"reason\":\"for work\"}"));
        int called = 0;
        for (String route : routesWithId()) {
            String path = route.substring(route.indexOf(' ') + 1);
            for (Map.Entry<String, String> known : ofOperator.entrySet())
                path = path.replace(known.getKey(), known.getValue());
            for (Role role : List.of(Role.SUBMITTER, Role.REQUESTER)) {
                String filled = path.replaceAll("\\{[^}]*\\}", "1");
                String method = route.substring(0, route.indexOf(' '));
                Answer answer = filled.startsWith("/jobs/")
                        ? call(method + " " + filled, "", api.secret(role))
                        : api.send(method, filled, role, method.equals("GET") || method.equals("DELETE") ? null : "{}");
                if (answer.status() == 403 || OF_NOBODY.contains(route)) continue;
                assertThat(answer.status())
                        .as(role + " " + route + ": " + answer.body())
                        .isEqualTo(404);
                called++;
            }
        }
        assertThat(called).isGreaterThan(20);
    }

    private static String made(String route, String body) {
        Answer made = api.send("POST", route, Role.OPERATOR, body);
        assertThat(made.status()).as(route + made.body()).isBetween(200, 202);
        return made.text("id");
    }

    private static List<String> routesWithId() {
        List<String> routes = new ArrayList<>();
        JsonNode paths =
                api.send("GET", "/openapi.json", Role.ADMIN, null).json().path("paths");
        for (String path : paths.propertyNames()) {
            if (!path.startsWith("/api/v1/") || !path.contains("{")) continue;
            for (String method : paths.path(path).propertyNames())
                routes.add(method.toUpperCase(Locale.ROOT) + " " + path.substring("/api/v1".length()));
        }
        return routes;
    }

    @Test
    @Tag("A7")
    void whoBeganAPlanSeesItAndSoDoReaders() {
        String tree = SubmitTest.item("bdm://there/shared/x", "bdm://here/data/x");
        Answer made = api.send("POST", "/plans", Role.SUBMITTER, SubmitTest.job("TREE", tree));
        for (Role role : List.of(Role.SUBMITTER, Role.READER, Role.OPERATOR)) {
            assertThat(api.send("GET", "/plans/" + made.text("id"), role, null).status())
                    .as(role.shown())
                    .isEqualTo(200);
        }
    }

    @Test
    @Tag("A7")
    void thePlansOfOnePersonDoNotPushOutThoseOfOthers() {
        String tree = SubmitTest.item("bdm://there/shared/x", "bdm://here/data/x");
        String kept = made("/plans", SubmitTest.job("TREE", tree));
        for (int i = 0; i < 110; i++) {
            await().until(() -> api.send("POST", "/plans", Role.SUBMITTER, SubmitTest.job("TREE", tree))
                            .status()
                    == 202);
        }
        assertThat(api.send("GET", "/plans/" + kept, Role.OPERATOR, null).status())
                .isEqualTo(200);
    }
}
