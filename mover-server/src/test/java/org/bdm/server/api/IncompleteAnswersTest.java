package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.server.testkit.InventedClaims.DATASET;
import static org.bdm.server.testkit.InventedClaims.sha256;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.discovery.index.IndexWarning;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.InventedClaims;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is said and refused when indexes do not tell everything. */
class IncompleteAnswersTest {
    private static final IndexWarning DOWN = new IndexWarning(
            "east", "UNREACHABLE", "east does not answer", true, Instant.parse("2026-11-22T00:00:00Z"));

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

    @BeforeEach
    void configure() {
        api.federation.configure("east", "west");
        api.federation.say(List.of());
    }

    private static InventedClaims oneNode() {
        return new InventedClaims()
                .dataset("a.org", false, true, false, Map.of("source_id", List.of("INV-ESM")))
                .file("a.org", "tas.nc", 10, sha256(1));
    }

    private static String job(String name, String more) {
        return "{\"kind\":\"REPLICA_SET\",\"destination\":\"bdm://here/data/pool\",\"datasets\":[\"" + name + "\"]"
                + more + "}";
    }

    private static JsonNode plan(String body) {
        Answer begun = api.send("POST", "/plans", Role.OPERATOR, body);
        return await().until(
                        () -> api.get("/plans/" + begun.text("id")).json(),
                        now -> !now.path("state").asString().equals("RUNNING"));
    }

    @Test
    void aPlanSaysThatItsJobWouldBeRefusedWhenAnIndexDidNotAnswerInFull() {
        api.federation.say(new ArrayList<>(oneNode().claims()), DOWN);
        JsonNode plan = plan(job(DATASET, ""));
        assertThat(plan.path("files").asLong()).as(plan.toString()).isEqualTo(1);
        assertThat(plan.path("problem").path("code").asString()).isEqualTo("INDEX_INCOMPLETE");
        assertThat(plan(job(DATASET, ",\"acceptIncomplete\":true"))
                        .path("problem")
                        .isNull())
                .isTrue();
    }

    @Test
    void aPlanOfNothingSaysSo() {
        api.federation.say(List.of(), DOWN);
        assertThat(plan(job(DATASET, "")).path("problem").path("code").asString())
                .isEqualTo("INDEX_INCOMPLETE");
        api.federation.say(List.of());
        assertThat(plan(job("CMIP6.not.there.v1", ""))
                        .path("problem")
                        .path("code")
                        .asString())
                .isEqualTo("UNKNOWN_DATASET");
    }

    @Test
    void aSearchOfOneIndexAsksNoOther() {
        api.federation.say(new ArrayList<>(oneNode().claims()), DOWN);
        JsonNode found = api.get("/search?source_id=INV-ESM&index=west").json();
        assertThat(found.path("complete").asBoolean()).isTrue();
        assertThat(api.federation.asked()).isEmpty();
        assertThat(api.federation.askedAt())
                .extracting(FakeFederation.AskedAt::index)
                .containsExactly("west");
    }

    @Test
    void aSubscriptionCannotBeRunWithoutAnIndex() {
        String id = api.send(
                        "POST",
                        "/subscriptions",
                        Role.OPERATOR,
                        "{\"query\":{\"facets\":{\"source_id\":[\"x\"]}},\"destination\":\"bdm://here/data/x\",\"everySeconds\":3600}")
                .text("id");
        await().until(() -> api.get("/subscriptions/" + id).json().path("runs").asInt() == 1);
        api.federation.configure();
        Answer refused = api.send("POST", "/subscriptions/" + id + "/run", Role.OPERATOR, null);
        assertThat(refused.text("code")).isEqualTo("UNSUPPORTED");
        assertThat(refused.text("detail")).contains("No ESGF index is configured", "--index");
    }

    @Test
    void aListThatMayLackFilesIsToldInThePlanInTheJobAndInTheSet() {
        api.federation.say(new ArrayList<>(oneNode().announcing("a.org", 10).claims()));
        JsonNode plan = plan(job(DATASET, ""));
        assertThat(plan.path("replicas").path("warnings").path(0).path("text").asString())
                .contains("announces 10 files at a.org, listed are 1");
        assertThat(plan.path("problem").isNull()).as(plan.toString()).isTrue();

        Answer submitted = api.send("POST", "/jobs", Role.OPERATOR, job(DATASET, ""));
        assertThat(api.catalog.events().after(Numbers.job(submitted.text("id")), 0, 100))
                .extracting(Event::code)
                .contains("EXTENT_CONTESTED");
        assertThat(api.get("/replica-sets/" + DATASET).body()).contains("EXTENT_CONTESTED");
    }

    @Test
    void aSubscriptionWaitsForAListThatMayLackFiles() {
        api.federation.say(new ArrayList<>(oneNode().announcing("a.org", 10).claims()));
        String id = api.send(
                        "POST",
                        "/subscriptions",
                        Role.OPERATOR,
                        "{\"query\":{\"facets\":{\"source_id\":[\"INV-ESM\"]}},\"destination\":\"bdm://here/data/y\",\"everySeconds\":3600}")
                .text("id");
        await().until(() -> api.get("/subscriptions/" + id).json().path("runs").asInt() == 1);
        JsonNode found = api.get("/subscriptions/" + id + "/datasets")
                .json()
                .path("items")
                .path(0);
        assertThat(found.path("state").asString()).isEqualTo("NEW");
        assertThat(found.path("text").asString()).contains("the list may lack files", "announces 10 files");
    }

    @Test
    void whatWasSeenOfAListIsConfirmedByAnOperator() {
        api.federation.say(new ArrayList<>(oneNode().announcing("a.org", 10).claims()));
        api.send("POST", "/jobs", Role.OPERATOR, job(DATASET, ""));
        String path = "/replica-sets/" + DATASET + "/confirm";
        assertThat(api.send("POST", path, Role.READER, "{\"files\":1,\"bytes\":10}")
                        .status())
                .isEqualTo(403);
        assertThat(api.send("POST", path, Role.OPERATOR, "{\"files\":2,\"bytes\":10}")
                        .text("code"))
                .isEqualTo("ILLEGAL_STATE");
        Answer confirmed = api.send("POST", path, Role.OPERATOR, "{\"files\":1,\"bytes\":10}");
        assertThat(confirmed.status()).as(confirmed.body()).isEqualTo(200);
        assertThat(api.send("POST", "/replica-sets/a.b.v1/confirm", Role.OPERATOR, "{\"files\":1,\"bytes\":1}")
                        .text("code"))
                .isEqualTo("UNKNOWN_DATASET");
    }
}
