package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.dataset.draft.DraftEntries;
import org.bdm.server.dataset.draft.DraftEntries.NumberedEntry;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.ListedQuery;
import org.bdm.server.interchange.entry.PathPair;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Imported lists that are kept, and what people ask managers to replicate, over a real port. */
class DraftsAndRequestsTest {
    private static final String SHA = "ab".repeat(32);
    private static final String LINE = "a.b.c.d.v1 | /x/v1/a.nc | 5 | checksum=" + SHA + " | checksum_type=SHA256\n";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home, new SubmissionLimits(1 << 20, 30_000, 4 << 20, 2), false);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer draft(Role role, String list) {
        return api.send(api.request("/imports?label=my%20list", role)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(list)));
    }

    private static List<NumberedEntry> entries(Answer draft) {
        long number = Long.parseLong(draft.text("id").substring("draft-".length()));
        return DraftEntries.of(api.catalog, number).after(0, 1000);
    }

    @Test
    void aListBecomesADraftThatKeepsEveryEntryWithItsLine() {
        Answer draft =
                draft(Role.OPERATOR, "# comment\n" + LINE + "bad | line | here\n" + LINE.replace("| 5 ", "| 7 "));
        assertThat(draft.status()).as(draft.body()).isEqualTo(201);
        assertThat(draft.text("label")).isEqualTo("my list");
        assertThat(draft.text("owner")).isEqualTo("operator-person");
        assertThat(draft.header("Location")).endsWith("/imports/" + draft.text("id"));
        Answer kept = api.send("GET", "/imports/" + draft.text("id"), Role.OPERATOR, null);
        assertThat(kept.json()).isEqualTo(draft.json());
        assertThat(kept.json().at("/refused/0/line").asInt()).isEqualTo(3);
        String path = "/imports/" + draft.text("id") + "/entries?limit=1";
        JsonNode first = api.send("GET", path, Role.OPERATOR, null).json();
        assertThat(first.at("/items/0/kind").asString()).isEqualTo("FILE");
        assertThat(first.at("/items/0/line").asInt()).isEqualTo(2);
        assertThat(first.at("/items/0/size").asInt()).isEqualTo(5);
        assertThat(first.at("/items/0/digests/0/algorithm").asString()).isEqualTo("sha256");
        assertThat(first.at("/items/0/digests/0/value").asString()).isEqualTo(SHA);
        String cursor = first.path("nextCursor").asString();
        JsonNode second =
                api.send("GET", path + "&cursor=" + cursor, Role.OPERATOR, null).json();
        assertThat(second.at("/items/0/line").asInt()).isEqualTo(4);
    }

    @Test
    void everyKindOfEntryComesBackAsItWas() {
        String script = "#!/bin/bash\ndownload_files=\"$(cat <<EOF--dataset.file.url.chksum_type.chksum\n"
                + "'a.nc' 'https://n.example/a.nc' 'SHA256' '" + SHA
                + "'\nEOF--dataset.file.url.chksum_type.chksum\n)\"\n";
        ImportedEntry file = entries(draft(Role.OPERATOR, script)).get(0).entry();
        assertThat(file).isInstanceOf(ListedFile.class);
        assertThat(((ListedFile) file).urls()).extracting(Object::toString).containsExactly("https://n.example/a.nc");
        assertThat(((ListedFile) file).digests().get(0).hex()).isEqualTo(SHA);
        ImportedEntry wish =
                entries(draft(Role.OPERATOR, "a.b.c.d.v1|n.example\n")).get(0).entry();
        assertThat(wish).isEqualTo(DatasetWish.of("a.b.c.d.v1|n.example"));
        ImportedEntry pair =
                entries(draft(Role.OPERATOR, "-r /a/ /b/\n")).get(0).entry();
        assertThat(pair).isEqualTo(new PathPair("/a/", "/b/", true, null));
        ImportedEntry query = entries(draft(Role.OPERATOR, "project=CMIP6\nmodel!=M\nrcp26\nlatest=true\n"))
                .get(0)
                .entry();
        assertThat(((ListedQuery) query).settings()).containsEntry("latest", "true");
        assertThat(((ListedQuery) query).excluded()).containsKey("model");
        assertThat(((ListedQuery) query).values()).containsExactly("rcp26");
    }

    @Test
    void aListWithoutAnyEntryIsNoDraft() {
        assertThat(draft(Role.OPERATOR, "bad | line | here\n").text("code")).isEqualTo("INVALID_REQUEST");
        assertThat(draft(Role.OPERATOR, "Dear all\n").text("code")).isEqualTo("UNSUPPORTED");
        assertThat(draft(Role.OPERATOR, LINE.repeat(30_001)).text("code")).isEqualTo("TOO_LARGE");
    }

    @Test
    void aRequesterSeesOnlyWhatIsTheirs() {
        String foreign = draft(Role.OPERATOR, LINE).text("id");
        String own = draft(Role.REQUESTER, LINE).text("id");
        JsonNode seen = api.send("GET", "/imports", Role.REQUESTER, null).json().path("items");
        assertThat(seen.valueStream().map(draft -> draft.path("id").asString()))
                .contains(own)
                .doesNotContain(foreign);
        for (String path : List.of("", "/entries")) {
            assertThat(api.send("GET", "/imports/" + foreign + path, Role.REQUESTER, null)
                            .status())
                    .isEqualTo(404);
        }
        assertThat(api.send("DELETE", "/imports/" + foreign, Role.REQUESTER, null)
                        .status())
                .isEqualTo(404);
        assertThat(request(Role.REQUESTER, "{\"draft\":\"" + foreign + "\",\"reason\":\"x\"}")
                        .status())
                .isEqualTo(404);
        assertThat(api.send("GET", "/jobs", Role.REQUESTER, null).status()).isEqualTo(403);
        String request = request(Role.OPERATOR, "{\"datasets\":[\"a.b.c.d.v1\"],\"reason\":\"x\"}")
                .text("id");
        assertThat(api.send("GET", "/requests/" + request, Role.REQUESTER, null).status())
                .isEqualTo(404);
        assertThat(api.send("POST", "/requests/" + request + "/withdraw", Role.REQUESTER, "{}")
                        .status())
                .isEqualTo(404);
        assertThat(api.send("GET", "/requests", Role.REQUESTER, null).body()).doesNotContain("\"" + request + "\"");
    }

    private static Answer request(Role role, String body) {
        return api.send("POST", "/requests", role, body);
    }

    @Test
    void aRequestIsSubmittedSeenByAManagerAndItsRequesterIsTold() {
        String draft = draft(Role.REQUESTER, LINE + LINE.replace("| 5 ", "| 7 ").replace("/a.nc", "/b.nc"))
                .text("id");
        Answer asked = request(Role.REQUESTER, "{\"draft\":\"" + draft + "\",\"reason\":\"for a paper\"}");
        assertThat(asked.status()).as(asked.body()).isEqualTo(201);
        String id = asked.text("id");
        Answer seen = api.send("GET", "/requests/" + id, Role.OPERATOR, null);
        assertThat(seen.text("requester")).isEqualTo("requester-person");
        assertThat(seen.text("reason")).isEqualTo("for a paper");
        assertThat(seen.json().path("datasets").asInt()).isEqualTo(1);
        assertThat(seen.json().path("files").asInt()).isEqualTo(2);
        assertThat(seen.json().path("bytes").asInt()).isEqualTo(12);
        assertThat(api.send("DELETE", "/imports/" + draft, Role.REQUESTER, null).text("code"))
                .isEqualTo("ILLEGAL_STATE");
        String approve = "/requests/" + id + "/approve";
        assertThat(api.send("POST", approve, Role.REQUESTER, "{}").status()).isEqualTo(403);
        assertThat(api.send("POST", approve, Role.OPERATOR, "{\"job\":\"job-999\"}")
                        .text("code"))
                .isEqualTo("UNKNOWN_JOB");
        String job = api.post(
                        "/jobs",
                        "{\"kind\":\"TREE\",\"items\":[{\"source\":\"bdm://there/shared/x\",\"destination\":\"bdm://here/data/x\",\"recursive\":true}]}")
                .text("id");
        Answer approved = api.send(
                "POST", approve, Role.OPERATOR, "{\"remark\":\"will be there on Monday\",\"job\":\"" + job + "\"}");
        assertThat(approved.text("state")).as(approved.body()).isEqualTo("APPROVED");
        JsonNode told = api.send("GET", "/requests?state=approved", Role.REQUESTER, null)
                .json()
                .path("items")
                .get(0);
        assertThat(told.path("remark").asString()).isEqualTo("will be there on Monday");
        assertThat(told.path("job").asString()).isEqualTo(job);
        assertThat(told.path("decidedBy").asString()).isEqualTo("operator-person");
        assertThat(api.send("POST", "/requests/" + id + "/decline", Role.OPERATOR, "{}")
                        .text("code"))
                .isEqualTo("ILLEGAL_STATE");
        assertThat(api.send("DELETE", "/imports/" + draft, Role.REQUESTER, null).status())
                .isEqualTo(204);
    }

    @Test
    void datasetsAndQueriesAreAskedForToo() {
        Answer datasets = request(
                Role.REQUESTER, "{\"datasets\":[\"a.b.c.d.v1\",\"a.b.c.d#1\",\"a.b.c.e|n.example\"],\"reason\":\"x\"}");
        assertThat(datasets.json().path("datasets").asInt()).isEqualTo(2);
        assertThat(datasets.json().path("files").isNull()).isTrue();
        assertThat(datasets.json().path("datasetIds").valueStream().map(JsonNode::asString))
                .containsExactly("a.b.c.d.v1", "a.b.c.d.v1", "a.b.c.e|n.example");
        Answer query = request(
                Role.REQUESTER,
                "{\"query\":{\"project\":[\"CMIP6\"],\"!source_id\":[\"M\"],\"latest\":[\"true\"]},\"reason\":\"x\"}");
        assertThat(query.json().at("/query/!source_id/0").asString()).isEqualTo("M");
        assertThat(query.json().path("datasets").isNull()).isTrue();
        String withdraw = "/requests/" + query.text("id") + "/withdraw";
        assertThat(api.send("POST", withdraw, Role.REQUESTER, "{}").text("state"))
                .isEqualTo("WITHDRAWN");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        for (String body : List.of(
                "{\"reason\":\"x\"}",
                "{\"datasets\":[\"a.b.c.d.v1\"]}",
                "{\"datasets\":[\"a.b.c.d.v1\"],\"reason\":\" \"}",
                "{\"datasets\":[\"no id\"],\"reason\":\"x\"}",
                "{\"datasets\":[\"a.b.c.d.v1\"],\"draft\":\"draft-1\",\"reason\":\"x\"}",
                "{\"query\":{\"latest\":[\"true\"]},\"reason\":\"x\"}",
                "{\"query\":{\"project\":[]},\"reason\":\"x\"}",
                "{\"datasets\":[\"a.b.c.d.v1\"],\"reason\":\"\\u001b[2J\"}")) {
            assertThat(request(Role.REQUESTER, body).text("code")).as(body).isEqualTo("INVALID_REQUEST");
        }
        assertThat(api.send("GET", "/requests?state=lost", Role.OPERATOR, null).text("code"))
                .isEqualTo("INVALID_REQUEST");
    }

    @Test
    void everyDecisionIsInTheAuditLog() {
        String id = request(Role.REQUESTER, "{\"datasets\":[\"a.b.c.d.v1\"],\"reason\":\"x\"}")
                .text("id");
        api.send("POST", "/requests/" + id + "/decline", Role.OPERATOR, "{\"remark\":\"no room\"}");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(api.catalog.audit().after(0, 10_000))
                        .anyMatch(entry -> entry.actor().equals("operator-person")
                                && entry.object().endsWith("/requests/" + id + "/decline")));
    }
}
