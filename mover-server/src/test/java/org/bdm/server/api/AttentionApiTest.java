package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What needs a person is listed with what settles it, and people put it away; over a real port. */
class AttentionApiTest {
    @TempDir
    Path home;

    private RunningApi api;
    private int jobs;

    @BeforeEach
    void start() {
        api = new RunningApi(home);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private ListedJob submitted(Role role) {
        jobs++;
        String item = SubmitTest.item("bdm://there/shared/s", "bdm://here/data/look" + jobs);
        Answer answer = api.send("POST", "/jobs", role, SubmitTest.job("TREE", item));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ListedJob(api.catalog, answer.text("id"));
    }

    private ListedJob failed(Role role) {
        return submitted(role)
                .list("a")
                .failed(0, ErrorCode.SOURCE_UNREADABLE, "no right")
                .end(JobState.FAILED);
    }

    private List<String> ids(Role role, String query) {
        Answer list = api.send("GET", "/attention" + query, role, null);
        assertThat(list.status()).as(list.body()).isEqualTo(200);
        List<String> ids = new ArrayList<>();
        list.json().path("items").forEach(item -> ids.add(item.path("id").asString()));
        return ids;
    }

    private Answer acknowledge(Role role, String id, String body) {
        return api.send("POST", "/attention/" + id + "/acknowledgement", role, body);
    }

    private Answer reopen(Role role, String id) {
        return api.send("DELETE", "/attention/" + id + "/acknowledgement", role, null);
    }

    @Test
    void itemsCarryTheCommandAndTheRequestThatSettleThem() {
        ListedJob failed = failed(Role.OPERATOR);
        ListedJob paused = submitted(Role.OPERATOR).list("a");
        api.post("/jobs/" + paused.id + "/pause", "");
        assertThat(ids(Role.READER, "")).containsExactly("paused-" + paused.id, "failed-" + failed.id);
        JsonNode item = api.get("/attention/failed-" + failed.id).json();
        assertThat(item.path("kind").asString()).isEqualTo("FAILED");
        assertThat(item.path("code").asString()).isEqualTo("SOURCE_UNREADABLE");
        assertThat(item.path("advice").asString()).contains("permissions");
        assertThat(item.path("jobIds").get(0).asString()).isEqualTo(failed.id.toString());
        assertThat(item.path("command").asString())
                .as("what is wrong comes before another try")
                .isEqualTo("bdm-client files " + failed.id + " --state FAILED");
        assertThat(item.path("actions").toString()).contains("bdm-client retry " + failed.id);
        assertThat(item.path("acknowledgement").isNull()).isTrue();
        JsonNode request = item.path("request");
        String path = request.path("path").asString().substring("/api/v1".length());
        assertThat(api.send(request.path("method").asString(), path, Role.OPERATOR, null)
                        .status())
                .isEqualTo(201);
        assertThat(ids(Role.READER, "")).as("it is retried").containsExactly("paused-" + paused.id);
        assertThat(api.get("/attention/failed-" + failed.id).text("code")).isEqualTo("NOT_FOUND");
        api.post("/jobs/" + paused.id + "/resume", "");
        assertThat(ids(Role.READER, "")).isEmpty();
    }

    @Test
    void acknowledgedItemIsLeftOutUntilItIsReopenedAndBothAreAudited() {
        String id = "failed-" + failed(Role.OPERATOR).id;
        Instant until = Instant.now().plus(Duration.ofDays(2));
        Answer put = acknowledge(Role.OPERATOR, id, "{\"note\":\"a typo of mine\",\"until\":\"" + until + "\"}");
        assertThat(put.status()).as(put.body()).isEqualTo(200);
        assertThat(put.json().path("acknowledgement").path("by").asString()).isEqualTo("operator-person");
        assertThat(ids(Role.READER, "")).isEmpty();
        assertThat(ids(Role.READER, "?acknowledged=true")).containsExactly(id);
        JsonNode known = api.get("/attention/" + id).json().path("acknowledgement");
        assertThat(known.path("note").asString()).isEqualTo("a typo of mine");
        assertThat(Instant.parse(known.path("until").asString())).isBeforeOrEqualTo(until);
        assertThat(reopen(Role.OPERATOR, id).status()).isEqualTo(200);
        assertThat(reopen(Role.OPERATOR, id).status())
                .as("a second time changes nothing")
                .isEqualTo(200);
        assertThat(ids(Role.READER, "")).containsExactly(id);
        String audited = "/audit?object=" + id;
        await().until(() ->
                api.send("GET", audited, Role.ADMIN, null).json().path("items").size() == 3);
        JsonNode first =
                api.send("GET", audited, Role.ADMIN, null).json().path("items").get(2);
        assertThat(first.path("who").asString()).isEqualTo("operator-person");
        assertThat(first.path("action").asString()).isEqualTo("POST /api/v1/attention/{itemId}/acknowledgement");
        assertThat(first.path("detail").asString())
                .startsWith("SOURCE_UNREADABLE, until ")
                .endsWith(": a typo of mine");
    }

    @Test
    void submittersSeeAndAcknowledgeTheirOwnItemsOnly() {
        String own = "failed-" + failed(Role.SUBMITTER).id;
        String other = "failed-" + failed(Role.OPERATOR).id;
        assertThat(ids(Role.SUBMITTER, "")).containsExactly(own);
        assertThat(ids(Role.OPERATOR, "")).containsExactly(other, own);
        assertThat(acknowledge(Role.SUBMITTER, other, "{}").status()).isEqualTo(404);
        assertThat(api.send("GET", "/attention/" + other, Role.SUBMITTER, null).status())
                .isEqualTo(404);
        assertThat(acknowledge(Role.READER, own, "{}").status()).isEqualTo(403);
        assertThat(acknowledge(Role.SUBMITTER, own, "{}").status()).isEqualTo(200);
        assertThat(ids(Role.OPERATOR, "")).containsExactly(other);
        assertThat(ids(Role.SUBMITTER, "?acknowledged=true")).containsExactly(own);
    }

    @Test
    void wrongAcknowledgementsAreRefused() {
        String id = "failed-" + failed(Role.OPERATOR).id;
        for (String body : List.of(
                "{\"until\":\"2020-01-01T00:00:00Z\"}",
                "{\"until\":\"soon\"}",
                "{\"note\":\"" + "x".repeat(1_001) + "\"}",
                "{\"note\":\"a\\u001b[2J\"}",
                "{\"nota\":\"\"}",
                "")) {
            assertThat(acknowledge(Role.OPERATOR, id, body).status()).as(body).isEqualTo(400);
        }
        assertThat(acknowledge(Role.OPERATOR, "failed-job-99", "{}").status()).isEqualTo(404);
        assertThat(acknowledge(Role.OPERATOR, "backup", "{}").status()).isEqualTo(404);
        assertThat(ids(Role.READER, "")).containsExactly(id);
    }

    @Test
    @Tag("P3")
    void aHookThatTakesNothingForAnHourNeedsAPerson() {
        Instant begun = Instant.now().minus(Duration.ofMinutes(61));
        for (String name : List.of("night", "short")) {
            api.catalog
                    .hooks()
                    .add(new Hook(name, "https://flow.example/", Set.of("*"), "", "", "ann", begun, Hook.Progress.NONE))
                    .join();
        }
        api.catalog.hooks().failed("night", begun, begun, "it answered 410").join();
        api.catalog
                .hooks()
                .failed("night", Instant.now(), begun, "it answered 410")
                .join();
        Instant justNow = Instant.now().minus(Duration.ofMinutes(59));
        api.catalog.hooks().failed("short", justNow, justNow, "it answered 503").join();
        assertThat(ids(Role.READER, "")).containsExactly("hook-night");
        assertThat(ids(Role.SUBMITTER, "")).isEmpty();
        JsonNode item = api.get("/attention/hook-night").json();
        assertThat(item.path("code").asString()).isEqualTo("HOOK_FAILING");
        assertThat(item.path("text").asString()).contains("'night'", "it answered 410");
        assertThat(item.path("command").asString()).isEqualTo("bdm-client hook list");
        assertThat(item.path("actions").toString()).contains("bdm-client hook test night");
        api.catalog.hooks().delivered("night", 1, Instant.now()).join();
        assertThat(ids(Role.READER, "")).isEmpty();
    }
}
