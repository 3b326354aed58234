package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.job.limit.LinkFlow;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Limits of links over HTTP. This site is "here", paired with "there". */
class LinksApiTest {
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

    private static Answer put(String link, String body) {
        return api.send("PUT", "/links/" + link + "/limit", Role.OPERATOR, body);
    }

    private static JsonNode link(String source) {
        for (JsonNode link : api.get("/links").json().path("items")) {
            if (link.path("source").asString().equals(source)) return link;
        }
        throw new AssertionError("no link from " + source);
    }

    @Test
    void whatThisSiteSendsIsLimitedWithItselfAsTheSource() {
        String path = "/links/here/there/limit";
        Answer set =
                api.send("PUT", path, Role.OPERATOR, "{\"maxRateBytesPerSecond\":5000000,\"note\":\"shared line\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        assertThat(set.json().path("source").asString()).isEqualTo("here");
        assertThat(set.json().path("destination").asString()).isEqualTo("there");
        assertThat(api.send("PUT", "/links/here/*/limit", Role.OPERATOR, "{\"maxRateBytesPerSecond\":9000000}")
                        .status())
                .isEqualTo(200);
        assertThat(api.catalog.limits().all())
                .extracting(limit -> limit.place().name(), Limit::outBytesPerSecondMax)
                .containsExactly(tuple("*", 9_000_000L), tuple("there", 5_000_000L));
        String listed = api.get("/links").body();
        assertThat(listed).contains("\"source\":\"here\",\"destination\":\"there\"", "\"bytesPerSecond\":4000000");
        assertThat(api.get(path).text("note")).isEqualTo("shared line");
        assertThat(api.send("PUT", path, Role.OPERATOR, "{\"maxStreams\":2}").text("detail"))
                .contains("where the data arrives");
        assertThat(api.send("PUT", "/links/here/nowhere/limit", Role.OPERATOR, "{\"maxRateBytesPerSecond\":1}")
                        .text("code"))
                .isEqualTo("UNKNOWN_SITE");
        assertThat(api.send("DELETE", path, Role.OPERATOR, null).status()).isEqualTo(204);
        assertThat(api.send("DELETE", "/links/here/*/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(204);
        assertThat(api.get(path).status()).isEqualTo(404);
    }

    @Test
    void aLimitIsSetShownInPartsChangedAndRemoved() {
        Answer set = put("there/here", "{\"maxRateBytesPerSecond\":2000000,\"note\":\"shared line\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
        assertThat(put("there/here", "{\"maxStreams\":3}").status()).isEqualTo(200);

        JsonNode limit = link("there").path("limit");
        assertThat(limit.path("maxRateBytesPerSecond").asLong()).isEqualTo(2_000_000);
        assertThat(limit.path("maxStreams").asInt()).isEqualTo(3);
        assertThat(limit.path("note").asString()).isEqualTo("shared line");
        assertThat(limit.path("changedBy").asString()).isNotEmpty();
        assertThat(link("there").path("isPaired").asBoolean()).isTrue();
        assertThat(api.get("/links/there/here/limit").json()).isEqualTo(limit);

        assertThat(api.send("DELETE", "/links/there/here/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(204);
        assertThat(link("there").path("limit").isNull()).isTrue();
        assertThat(api.get("/links/there/here/limit").status()).isEqualTo(404);
        assertThat(api.send("DELETE", "/links/there/here/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void everythingAndAHostMayHaveALimit() {
        assertThat(put("*/here", "{\"maxRateBytesPerSecond\":5}").status()).isEqualTo(200);
        assertThat(put("esgf.example.org/here", "{\"maxStreams\":2}").status()).isEqualTo(200);
        assertThat(put("esgf.example.org:8443/here", "{\"maxStreams\":2}").status())
                .isEqualTo(200);
        assertThat(api.get("/links").json().path("items").get(0).path("source").asString())
                .isEqualTo("*");
        assertThat(link("esgf.example.org").path("limit").path("maxStreams").asInt())
                .isEqualTo(2);
        assertThat(api.send("DELETE", "/links/*/here/limit", Role.OPERATOR, null)
                        .status())
                .isEqualTo(204);
    }

    @Test
    void whatMakesNoSenseIsRefusedAndSaysWhy() {
        Answer mistyped = put("ther/here", "{\"maxStreams\":3}");
        assertThat(mistyped.status()).isEqualTo(404);
        assertThat(mistyped.text("code")).isEqualTo("UNKNOWN_SITE");
        Answer elsewhere = put("north/there", "{\"maxStreams\":3}");
        assertThat(elsewhere.text("detail")).contains("set the limit of a link to 'there' at that site");
        assertThat(put("there/here", "{}").text("detail")).contains("nothing is changed");
        assertThat(put("there/here", "{\"maxStreams\":-1}").text("detail")).contains("at least 0");
        assertThat(put("there/here", "{\"maxRateBytesPerSecond\":-1}").text("detail"))
                .contains("at least 0");
        assertThat(put("there/here", "{\"note\":\"a\\u0007\"}").text("detail")).contains("control character");
    }

    @Test
    void onlyOperatorsSetLimitsAndEachChangeIsInTheAuditLog() {
        assertThat(api.send("PUT", "/links/there/here/limit", Role.READER, "{\"maxStreams\":3}")
                        .status())
                .isEqualTo(403);
        put("there/here", "{\"maxStreams\":9}");
        assertThat(api.send("GET", "/audit?limit=20", Role.ADMIN, null).body())
                .contains("PUT /api/v1/links/{source}/{destination}/limit", "/api/v1/links/there/here/limit");
    }

    @Test
    void aLinkInUseShowsItsStreamsAndJobs() {
        LinkFlow.Measures measures = new LinkFlow.Measures(() -> 0, () -> 2);
        try (LinkFlow one = api.links.begin(
                        new LinkFlow.Use(new JobId(1), "there", "data", true), measures, allowed -> {});
                LinkFlow two =
                        api.links.begin(new LinkFlow.Use(new JobId(2), "", "data", true), measures, allowed -> {})) {
            assertThat(one).isNotSameAs(two);
            assertThat(link("there").path("streams").asInt()).isEqualTo(2);
            assertThat(link("there").path("jobs").asInt()).isEqualTo(1);
            assertThat(link("*").path("streams").asInt()).isEqualTo(4);
            assertThat(link("*").path("jobs").asInt()).isEqualTo(2);
        }
    }

    private static JsonNode rates(String query) {
        Answer answer = api.get("/rates" + query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void ratesOfALinkAreWhatWasWrittenAndWhatWaits() {
        JobId job = new JobId(77);
        Instant now = Instant.now();
        MovedSample written = new MovedSample(now.minusSeconds(600), null, "rated.example", 3_000_000, 10);
        api.catalog.rates().add(List.of(written)).join();
        LinkFlow.Measures measures = new LinkFlow.Measures(() -> 1_000_000, () -> 2);
        api.links
                .begin(new LinkFlow.Use(job, "rated.example", "data", true), measures, allowed -> {})
                .close();
        JsonNode rates = rates("?by=link");
        assertThat(rates.path("stepSeconds").asInt()).isEqualTo(20);
        JsonNode link = rates.path("links").get(0);
        assertThat(link.path("source").asString()).isEqualTo("rated.example");
        assertThat(link.path("destination").asString()).isEqualTo("here");
        assertThat(link.path("bytes").asLong()).isEqualTo(4_000_000);
        assertThat(link.path("points").get(0).path("bytesPerSecond").asLong()).isEqualTo(150_000);
        assertThat(link.path("points").get(0).path("filesPerSecond").asDouble()).isEqualTo(0.5);
        JsonNode day = rates("?since=" + now.minus(Duration.ofDays(1)));
        assertThat(day.path("stepSeconds").asInt()).isEqualTo(300);
        assertThat(day.path("links").get(0).path("bytes").asLong()).isEqualTo(4_000_000);
        assertThat(rates("?since=" + now.minusSeconds(300) + "&until=" + now.minusSeconds(200))
                        .path("links")
                        .isEmpty())
                .isTrue();
        assertThat(api.get("/rates?by=job").text("detail")).contains("by is 'job'");
        assertThat(api.get("/rates?since=2999-01-01T00:00:00Z").text("detail")).contains("since is not before");
    }

    @Test
    void statisticsAreOfWholeDaysAndByMonthUnlessAskedOtherwise() {
        Answer answer = api.get("/statistics?since=2026-02-03T12:00:00Z&until=2026-02-05T00:00:00Z");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        JsonNode statistics = answer.json();
        assertThat(statistics.path("by").asString()).isEqualTo("month");
        assertThat(statistics.path("since").asString()).isEqualTo("2026-02-03");
        assertThat(statistics.path("until").asString()).isEqualTo("2026-02-05");
        assertThat(statistics.path("all").path("files").asLong()).isZero();
        assertThat(statistics.path("groups").isEmpty()).isTrue();
        assertThat(api.get("/statistics?by=owner").text("detail"))
                .contains("by is 'owner'", "day, month, project, source, subscription");
        assertThat(api.get("/statistics?since=2999-01-01T00:00:00Z").text("detail"))
                .contains("since is after until");
    }

    private static Answer bench(String link, String body) {
        return api.send("POST", "/links/" + link + "/benches", Role.OPERATOR, body);
    }

    private static Answer job(Role role, String bench) {
        return api.send("POST", "/jobs", role, "{\"kind\":\"BENCH\",\"bench\":" + bench + "}");
    }

    @Test
    void aMeasurementIsOfAPairedSiteInTheModeAndTimeThatThereAre() {
        assertThat(bench("there/here", "{\"mode\":\"disk\"}").body()).contains("INVALID_REQUEST", "mem-mem, disk-mem");
        assertThat(bench("there/here", "{\"seconds\":301}").body()).contains("INVALID_REQUEST", "1 to 300");
        assertThat(bench("there/here", "{\"export\":\"in\"}").body()).contains("mem-mem writes nothing");
        assertThat(bench("there/here", "{\"mode\":\"mem-disk\",\"export\":\"nowhere\"}")
                        .body())
                .contains("UNKNOWN_EXPORT");
        assertThat(bench("there/here", "{\"source\":\"other\"}").body()).contains("the path names 'there'");
        assertThat(bench("ther/here", "{}").body()).contains("UNKNOWN_SITE");
        assertThat(bench("there/elsewhere", "{}").body()).contains("ask the server of 'elsewhere'");
        assertThat(api.send("POST", "/links/there/here/benches", Role.READER, "{}")
                        .status())
                .isEqualTo(403);
        assertThat(api.get("/links/there/here/benches/bench-999").status()).isEqualTo(404);
    }

    @Test
    void aMeasurementIsAJobAndAJobMayAskForIt() {
        assertThat(job(Role.SUBMITTER, "{\"source\":\"there\"}").body()).contains("needs the role operator");
        assertThat(job(Role.OPERATOR, "{}").body()).contains("bench.source is missing");
        JsonNode made = job(Role.OPERATOR, "{\"source\":\"there\",\"mode\":\"disk-mem\"}")
                .json();
        String id = made.path("id").asString();
        assertThat(made.path("kind").asString()).isEqualTo("BENCH");
        assertThat(made.path("label").asString()).isEqualTo("bench there disk-mem");
        JsonNode bench =
                api.get("/links/there/here/benches").json().path("items").get(0);
        assertThat(bench.path("jobId").asString()).isEqualTo(id);
        assertThat(api.get("/jobs/" + id + "/report")
                        .json()
                        .path("bench")
                        .path("mode")
                        .asString())
                .isEqualTo("disk-mem");
        Answer second = bench("there/here", "{}");
        assertThat(second.text("code")).isEqualTo("TOO_MANY_REQUESTS");
        assertThat(second.text("detail")).contains("being measured by " + id);
        assertThat(api.send("POST", "/plans", Role.SUBMITTER, "{\"kind\":\"BENCH\"}")
                        .body())
                .contains("submitted in one message");
    }

    @Test
    void aLinkThatIsNotUsedSaysSo() {
        JsonNode explanation = api.get("/links/there/here/explanation").json();
        assertThat(explanation.path("reason").asString()).isEqualTo("No job uses it now.");
        assertThat(explanation.path("measured").isNull()).isTrue();
        assertThat(explanation.path("host").asString()).startsWith("CPU ");
    }
}
