package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.id.JobId;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.SettingsJson;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs in one message: what is kept, and what is refused with which code. */
class SubmitTest {
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

    static String job(String kind, String... items) {
        return "{\"label\":\"l\",\"kind\":\"" + kind + "\",\"items\":[" + String.join(",", items) + "]}";
    }

    static String item(String source, String destination) {
        return "{\"source\":\"" + source + "\",\"destination\":\"" + destination + "\"}";
    }

    private static Answer submit(String body) {
        return api.send("POST", "/jobs", Role.OPERATOR, body);
    }

    private static void assertRefused(Answer answer, int status, String code, String detail) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.text("detail")).contains(detail);
        assertThat(answer.text("advice")).isNotEmpty();
        assertThat(answer.text("kind")).isNotEmpty();
    }

    @Test
    void treeIsKeptBeforeTheAnswerWithAllDefaults() {
        Answer answer = submit(job("TREE", item("bdm://there/shared/cmip6", "bdm://here/data/cmip6")));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.header("Location")).isEqualTo("/api/v1/jobs/" + answer.text("id"));
        assertThat(answer.text("state")).isEqualTo("QUEUED");
        assertThat(answer.text("verify")).isEqualTo("stream");
        assertThat(answer.json().path("priority").asInt()).isEqualTo(3);
        assertThat(answer.json().path("stateReason").path("code").asString()).isEqualTo("QUEUED");
        assertThat(answer.text("owner")).isEqualTo("operator-person");
        Job kept = kept(answer);
        assertThat(kept.state()).isEqualTo(JobState.QUEUED);
        assertThat(keptOptions(answer)).contains("MTIME", "SKIP", "STREAM", "SHA256", "KEEP");
        assertThat(api.catalog.jobs().items(kept.id(), 0, 10)).singleElement().satisfies(item -> {
            assertThat(item.item().recursive()).isTrue();
            assertThat(item.item().destination()).isEqualTo("bdm://here/data/cmip6");
        });
    }

    @ParameterizedTest
    @CsvSource({"mode, PLAIN", "mode-as-is, ALL"})
    void bitsThatMayHarmAreKeptOnlyIfTheyAreAskedForByName(String preserve, String bits) {
        String body = job("TREE", item("bdm://there/shared/modes", "bdm://here/data/" + preserve));
        Answer answer = submit(body.replaceFirst("}$", ",\"options\":{\"preserve\":\"" + preserve + "\"}}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(keptOptions(answer)).contains("\"preserveMode\":true", "\"modeBits\":\"" + bits + "\"");
    }

    @Test
    void streamsThatAPersonSetAreKeptWithTheJob() {
        String body = job("TREE", item("bdm://there/shared/pinned", "bdm://here/data/pinned"));
        Answer answer = submit(body.replaceFirst("}$", ",\"options\":{\"streams\":5}}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(keptOptions(answer)).contains("\"streams\":5");
    }

    @Test
    void theDecisionForAFullDestinationIsKeptWithTheJob() {
        String body = job("TREE", item("bdm://there/shared/large", "bdm://here/data/large"));
        Answer answer = submit(body.replaceFirst("}$", ",\"options\":{\"onNoSpace\":\"trickle\"}}"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(keptOptions(answer)).contains("\"onNoSpace\":\"TRICKLE\"");
        Answer wrong = submit(body.replaceFirst("}$", ",\"options\":{\"onNoSpace\":\"guess\"}}"));
        assertThat(wrong.text("detail")).contains("onNoSpace is 'guess', but takes one of: pause, trickle");
    }

    private static String keptOptions(Answer answer) {
        return SettingsJson.write(kept(answer).request().settings());
    }

    private static Job kept(Answer answer) {
        JobId id = new JobId(Long.parseLong(answer.text("id").substring("job-".length())));
        return api.catalog.jobs().find(id).orElseThrow();
    }

    @ParameterizedTest
    @Tag("A5")
    @ValueSource(strings = {"ok/.bdm/export-id", ".bdm", "a/.bdm-job-7/x", "a/.BDM/x", "a/.b%e2%80%8bdm/x"})
    void aPlaceInTheReservedDirectoriesIsRefusedWhenTheJobIsSubmitted(String path) {
        for (String kind : List.of("FILE", "TREE", "BATCH")) {
            assertRefused(
                    submit(job(kind, item("bdm://there/shared/a", "bdm://here/data/" + path))),
                    422,
                    "INVALID_PATH",
                    "reserved");
            assertRefused(
                    submit(job(kind, item("bdm://there/shared/" + path, "bdm://here/data/a"))),
                    422,
                    "INVALID_PATH",
                    "reserved");
        }
        assertRefused(
                submit(job("FILE", item("https://node.example/.bdm", "bdm://here/data/a/"))),
                422,
                "INVALID_PATH",
                "reserved");
    }

    private static String destinationOf(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return api.catalog.jobs().items(kept(answer).id(), 0, 1).get(0).item().destination();
    }

    @Test
    void fileIntoADirectoryGetsTheNameOfItsSource() {
        assertThat(destinationOf(submit(job("FILE", item("bdm://there/shared/a/tas.nc", "bdm://here/data/b/")))))
                .isEqualTo("bdm://here/data/b/tas.nc");
        assertThat(destinationOf(submit(job("FILE", item("bdm://there/shared/a/%ff.nc", "bdm://here/data")))))
                .isEqualTo("bdm://here/data/%ff.nc");
        assertThat(destinationOf(submit(job("FILE", item("bdm://there/shared/a/tas.nc", "bdm://here/data/b")))))
                .isEqualTo("bdm://here/data/b");
    }

    @Test
    void priorityOneIsTheFirst() {
        Answer answer = submit("{\"kind\":\"TREE\",\"items\":[" + item("bdm://there/shared", "bdm://here/data/p")
                + "],\"options\":{\"priority\":1}}");
        assertThat(answer.json().path("priority").asInt()).isEqualTo(1);
        assertThat(kept(answer).request().priority()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://there/shared/a, bdm://here/data/a, INVALID_REQUEST, is not an endpoint",
        "bdm://there/shared/../a, bdm://here/data/a, INVALID_PATH, shared/../a",
        "bdm://there/shared/a, bdm://here/data/../../etc, INVALID_PATH, bdm://here/data/",
        "bdm://there/shared/a, bdm://here/data//abs, INVALID_PATH, bdm://here/data/",
        "bdm://there/shared/a, bdm://here/data/%00, INVALID_PATH, bdm://here/data/",
        "bdm://there/shared/a, bdm://here/data/%zz, INVALID_REQUEST, hexadecimal",
        "bdm://nowhere/shared/a, bdm://here/data/a, UNKNOWN_SITE, nowhere",
        "bdm://here/nothing/a, bdm://here/data/a, UNKNOWN_EXPORT, nothing",
        "bdm://there/shared/a, bdm://here/nothing/a, UNKNOWN_EXPORT, nothing",
        "bdm://there/shared/a, bdm://here/archive/a, EXPORT_READ_ONLY, archive",
        "bdm://here/data/a, bdm://elsewhere/x/a, DESTINATION_NOT_LOCAL, is not known here",
        "bdm://here/data/a, bdm://here/data/a, INVALID_REQUEST, the same place",
        "bdm://here/data/a, bdm://here/data/a/b, INVALID_REQUEST, inside the tree of its source",
        "bdm://here/data/a/b, bdm://here/data/a, INVALID_REQUEST, inside the tree of its destination"
    })
    void wrongEndpointsAreRefusedByName(String source, String destination, String code, String detail) {
        Answer answer = submit(job("TREE", item(source, destination)));
        assertRefused(answer, 422, code, detail);
        assertThat(answer.json().path("errors").get(0).path("entry").asString()).isEqualTo("items[0]");
        assertThat(answer.json().path("errors").get(0).path("code").asString()).isEqualTo(code);
    }

    @Test
    void allWrongItemsAreNamedAndNothingIsKept() {
        int before = api.get("/jobs?limit=1000").json().path("items").size();
        Answer answer = submit(job(
                "BATCH",
                item("bdm://there/shared/a", "bdm://here/data/1"),
                item("bdm://nowhere/shared/a", "bdm://here/data/2"),
                item("bdm://there/shared/a", "bdm://here/archive/3")));
        assertRefused(answer, 422, "UNKNOWN_SITE", "1 more");
        assertThat(answer.json().path("errors").size()).isEqualTo(2);
        assertThat(api.get("/jobs?limit=1000").json().path("items").size()).isEqualTo(before);
    }

    @Test
    void twoItemsForOnePlaceAreRefusedAndBothNamed() {
        Answer same = submit(job(
                "BATCH",
                item("bdm://there/shared/a", "bdm://here/data/x%41"),
                item("bdm://there/shared/b", "bdm://here/data/xA/")));
        assertThat(same.status()).as("'/' makes it another name").isEqualTo(201);
        assertRefused(
                submit(job(
                        "BATCH",
                        item("bdm://there/shared/a", "bdm://here/data/x%41"),
                        item("bdm://there/shared/b", "bdm://here/data/xA"))),
                422,
                "DUPLICATE_DESTINATION",
                "items[1]: items[0] has the same destination bdm://here/data/xA");
    }

    @Test
    void placeInsideOfAnotherItemsTreeIsRefusedInEitherOrder() {
        String tree = "{\"source\":\"bdm://there/shared/t\",\"destination\":\"bdm://here/data/t\",\"recursive\":true}";
        String inside = item("bdm://there/shared/f", "bdm://here/data/t/u/f");
        assertRefused(submit(job("BATCH", tree, inside)), 422, "DUPLICATE_DESTINATION", "items[0] copies a tree");
        assertRefused(submit(job("BATCH", inside, tree)), 422, "DUPLICATE_DESTINATION", "items[1] copies a tree");
        String beside = item("bdm://there/shared/f", "bdm://here/data/tt/f");
        assertThat(submit(job("BATCH", beside, tree)).status()).isEqualTo(201);
    }

    @Test
    void classOfPacketsIsKeptAsItsNumberAndShownByItsName() {
        String body = job("FILE", item("bdm://there/shared/f", "bdm://here/data/dscp"));
        Answer low = submit(body.replaceFirst("}$", ",\"options\":{\"dscp\":\"cs1\"}}"));
        assertThat(keptOptions(low)).contains("\"dscp\":8");
        assertThat(shownClass(low)).isEqualTo("CS1");
        Answer none = submit(body.replaceFirst("}$", ",\"options\":{\"dscp\":\"0\"}}"));
        assertThat(keptOptions(none)).doesNotContain("\"dscp\":0");
        assertThat(shownClass(none)).isEmpty();
    }

    private String shownClass(Answer submitted) {
        return api.get("/jobs/" + kept(submitted).id() + "/report")
                .json()
                .path("options")
                .path("dscp")
                .asString("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"syncLevel\":\"never\"} | INVALID_REQUEST | exists, size, mtime, checksum | 400",
                "{\"onConflict\":\"ask\"} | INVALID_REQUEST | skip, fail, overwrite | 400",
                "{\"order\":\"newest\"} | INVALID_REQUEST | listed, smallest, largest, mixed, oldest | 400",
                "{\"dscp\":\"fast\"} | INVALID_REQUEST | dscp: 'fast' is not a DSCP | 400",
                "{\"dscp\":\"64\"} | INVALID_REQUEST | 0 to 63 | 400",
                "{\"verify\":\"no\"} | INVALID_REQUEST | stream, readback | 400",
                "{\"digest\":\"sha1\"} | INVALID_REQUEST | sha256 | 400",
                "{\"symlinks\":\"chase\"} | INVALID_REQUEST | keep, follow, skip | 400",
                "{\"hardLinks\":\"make\"} | INVALID_REQUEST | hardLinks is 'make', but takes one of: copy, keep | 400",
                "{\"preserve\":\"owner\"} | INVALID_REQUEST | mode-as-is | 400",
                "{\"priority\":9} | INVALID_REQUEST | priority | 400",
                "{\"streams\":0} | INVALID_REQUEST | streams is 0, but is 1 to 16 | 400",
                "{\"writers\":129} | INVALID_REQUEST | writers is 129, but is 1 to 128 | 400",
                "{\"readers\":65} | INVALID_REQUEST | readers is 65, but is 1 to 64 | 400",
                "{\"hashers\":0} | INVALID_REQUEST | hashers is 0, but is 1 to 128 | 400",
                "{\"streams\":17} | INVALID_REQUEST | 1 to 16 | 400",
                "{\"maxRateBytesPerSecond\":0} | INVALID_REQUEST | at least 1 | 400",
                "{\"sourcePolicy\":{\"avoidNodes\":[\"a.org\"]}} | UNSUPPORTED | sourcePolicy | 422",
                "{\"include\":[\"\"]} | INVALID_REQUEST | include | 400",
                "{\"onConfict\":\"skip\"} | INVALID_REQUEST | options.onConfict | 400",
                "{\"priority\":\"3\"} | INVALID_REQUEST | options.priority | 400"
            })
    void wrongOptionsAreRefusedByName(String options, String code, String detail, int status) {
        Answer answer = submit("{\"kind\":\"TREE\",\"items\":[" + item("bdm://there/shared", "bdm://here/data/o")
                + "],\"options\":" + options + "}");
        assertRefused(answer, status, code, detail);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"size\":-1 | at least 0",
                "\"digests\":[{\"algorithm\":\"sha1\",\"value\":\"00\"}] | none of sha256",
                "\"digests\":[{\"algorithm\":\"md5\",\"value\":\"zz\"}] | 32 hexadecimal digits"
            })
    void wrongSizesAndDigestsAreRefused(String field, String detail) {
        String item = item("bdm://there/shared/f", "bdm://here/data/f").replaceFirst("}$", "," + field + "}");
        assertRefused(submit(job("FILE", item)), 422, "INVALID_REQUEST", detail);
    }

    @Test
    void labelMayHoldMarkupButNoControlCharacter() {
        String body = job("TREE", item("bdm://there/shared", "bdm://here/data/label"));
        Answer markup = submit(body.replace("\"l\"", "\"<img src=x onerror=alert(1)>\""));
        assertThat(markup.status()).isEqualTo(201);
        assertThat(markup.text("label")).isEqualTo("<img src=x onerror=alert(1)>");
        assertThat(markup.header("Content-Type")).isEqualTo("application/json");
        assertThat(markup.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertRefused(submit(body.replace("\"l\"", "\"\\u001b[2J\"")), 400, "INVALID_REQUEST", "control character");
        assertRefused(submit(body.replace("\"l\"", "\"\\u202e\"")), 400, "INVALID_REQUEST", "control character");
        assertRefused(submit(body.replace("\"l\"", "\"" + "x".repeat(201) + "\"")), 400, "INVALID_REQUEST", "200");
    }

    @Test
    void kindsOfLaterVersionsAreToldApartFromNonsense() {
        assertRefused(submit(job("VERIFY", item("bdm://a/b", "bdm://c/d"))), 422, "UNSUPPORTED", "TREE, FILE");
        assertRefused(submit(job("SOMETHING", item("bdm://a/b", "bdm://c/d"))), 400, "INVALID_REQUEST", "kind");
        assertRefused(submit(job("TREE")), 400, "INVALID_REQUEST", "items is empty");
        String item = item("bdm://there/shared/f", "bdm://here/data/f");
        assertRefused(submit(job("FILE", item, item)), 400, "INVALID_REQUEST", "one item");
    }

    @Test
    void kindFollowsFromTheItemsIfItIsNotNamed() {
        String file = "{\"source\":\"bdm://there/shared/f\",\"destination\":\"bdm://here/data/k/f\"}";
        String other = file.replace("/f\"", "/g\"");
        String tree = file.replace("/f\"", "\"").replaceFirst("}$", ",\"recursive\":true}");
        assertThat(submit("{\"items\":[" + file + "]}").text("kind")).isEqualTo("FILE");
        assertThat(submit("{\"kind\":null,\"items\":[" + tree + "]}").text("kind"))
                .isEqualTo("TREE");
        assertThat(submit("{\"items\":[" + file + "," + other + "]}").text("kind"))
                .isEqualTo("BATCH");
        assertRefused(submit("{}"), 400, "INVALID_REQUEST", "items is empty");
        assertRefused(submit("{\"datasets\":[\"CMIP6.a.b\"]}"), 400, "INVALID_REQUEST", "destination");
    }

    @Test
    void twentyParallelRequestsWithOneKeyMakeOneJob() {
        String body = job("TREE", item("bdm://there/shared", "bdm://here/data/twenty"));
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(CompletableFuture.supplyAsync(() -> api.send(api.request("/jobs", Role.OPERATOR)
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", "twenty")
                    .POST(BodyPublishers.ofString(body)))));
        }
        Set<String> ids = new HashSet<>();
        for (CompletableFuture<Answer> answer : answers) {
            assertThat(answer.join().status()).as(answer.join().body()).isEqualTo(201);
            ids.add(answer.join().text("id"));
        }
        assertThat(ids).hasSize(1);
    }

    @Test
    void keyWithAnotherBodyIsRefused() {
        Answer first = keyed("k1", job("TREE", item("bdm://there/shared", "bdm://here/data/k1")));
        assertThat(first.status()).isEqualTo(201);
        Answer second = keyed("k1", job("TREE", item("bdm://there/shared", "bdm://here/data/k2")));
        assertRefused(second, 422, "IDEMPOTENCY_KEY_REUSED", "");
        assertRefused(keyed("x".repeat(300), job("TREE")), 400, "INVALID_REQUEST", "items");
        String body = job("TREE", item("bdm://there/shared", "bdm://here/data/k3"));
        assertRefused(keyed("x".repeat(300), body), 400, "INVALID_REQUEST", "Idempotency-Key");
    }

    private static Answer keyed(String key, String body) {
        return api.send(api.request("/jobs", Role.OPERATOR)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
    }
}
