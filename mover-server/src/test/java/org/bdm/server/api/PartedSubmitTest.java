package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose list follows in parts. */
class PartedSubmitTest {
    private static final String HEAD = "{\"kind\":\"BATCH\",\"label\":\"parts\"}";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home, SubmissionLimits.PUBLISHED, false);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String lines(int from, int end) {
        StringBuilder body = new StringBuilder();
        for (int i = from; i < end; i++) {
            body.append(SubmitTest.item("bdm://there/shared/f" + i, "bdm://here/data/f" + i))
                    .append('\n');
        }
        return body.toString();
    }

    private static String begun() {
        Answer answer = api.send("POST", "/jobs?itemsFollow=true", Role.OPERATOR, HEAD);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("id");
    }

    private static Answer part(String job, int from, boolean isLast, String lines) {
        return api.send(api.streamed(
                "/jobs/" + job + "/items?from=" + from + "&last=" + isLast, BodyPublishers.ofString(lines)));
    }

    private static void assertStored(Answer answer, int items, boolean isComplete) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("items").asInt()).isEqualTo(items);
        assertThat(answer.json().path("complete").asBoolean()).isEqualTo(isComplete);
    }

    private static void assertRefused(Answer answer, int status, String code, String detail) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("detail")).contains(detail);
    }

    @Test
    void idIsKnownAtOnceAndTheJobShowsHowMuchOfItsListIsStored() {
        String job = begun();
        assertStored(part(job, 0, false, lines(0, 12_000)), 12_000, false);
        Answer shown = api.get("/jobs/" + job);
        assertThat(shown.text("state")).isEqualTo("QUEUED");
        assertThat(shown.json().path("stateReason").path("code").asString()).isEqualTo("RECEIVING_LIST");
        assertThat(shown.json().path("stateReason").path("text").asString()).contains("12,000 entries");
        assertThat(api.get("/jobs?state=QUEUED&limit=1000").body()).contains("\"" + job + "\"");
        assertStored(part(job, 0, false, ""), 12_000, false);
        assertStored(part(job, 11_000, true, lines(11_000, 12_003)), 12_003, true);
        assertStored(part(job, 11_000, true, lines(11_000, 12_003)), 12_003, true);
        assertThat(api.get("/jobs/" + job)
                        .json()
                        .path("stateReason")
                        .path("code")
                        .asString())
                .isEqualTo("QUEUED");
    }

    @Test
    void partsThatDoNotFitAreRefusedAndWhatIsStoredStays() {
        String job = begun();
        assertStored(part(job, 0, false, lines(0, 10)), 10, false);
        assertRefused(part(job, 11, false, lines(11, 12)), 409, "ILLEGAL_STATE", "10 entries");
        assertRefused(part(job, 5, false, lines(6, 7)), 400, "INVALID_REQUEST", "entry 6");
        assertRefused(part(job, 10, false, "not json\n"), 422, "INVALID_REQUEST", "line 1");
        String tree =
                "{\"source\":\"bdm://there/shared/t\",\"destination\":\"bdm://here/data/t\",\"recursive\":true}\n";
        assertRefused(part(job, 10, false, tree), 422, "UNSUPPORTED", "files only");
        assertRefused(part(job, -1, false, ""), 409, "ILLEGAL_STATE", "");
        assertRefused(part("job-999999", 0, false, ""), 404, "UNKNOWN_JOB", "");
        assertStored(part(job, 10, true, lines(10, 11)), 11, true);
        assertRefused(part(job, 11, false, lines(11, 12)), 409, "ILLEGAL_STATE", "complete");
    }

    @Test
    void destinationOfTwoPartsEndsTheJob() {
        String job = begun();
        assertStored(part(job, 0, false, lines(0, 3)), 3, false);
        assertRefused(part(job, 3, true, lines(1, 2)), 422, "DUPLICATE_DESTINATION", "entries 2 and 4");
        Answer shown = api.get("/jobs/" + job);
        assertThat(shown.json().path("stateReason").path("code").asString()).isIn("DUPLICATE_DESTINATION", "CANCELLED");
        assertRefused(part(job, 4, true, ""), 409, "ILLEGAL_STATE", "was cancelled");
    }

    @Test
    void onlyABatchWithoutItemsHasAListThatFollows() {
        String withItems =
                "{\"kind\":\"BATCH\",\"items\":[" + SubmitTest.item("bdm://there/shared/a", "bdm://here/data/a") + "]}";
        assertRefused(
                api.send("POST", "/jobs?itemsFollow=true", Role.OPERATOR, withItems), 400, "INVALID_REQUEST", "follow");
        assertRefused(
                api.send("POST", "/jobs?itemsFollow=true", Role.OPERATOR, "{\"kind\":\"TREE\"}"),
                400,
                "INVALID_REQUEST",
                "BATCH");
    }

    @Test
    void readersSendNoParts() {
        String job = begun();
        assertThat(api.send(api.request("/jobs/" + job + "/items?from=0", Role.READER)
                                .header("Content-Type", "application/x-ndjson")
                                .POST(BodyPublishers.ofString("")))
                        .status())
                .isEqualTo(403);
    }
}
