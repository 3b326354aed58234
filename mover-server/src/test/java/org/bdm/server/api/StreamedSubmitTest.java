package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.bdm.core.id.JobId;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.message.SubmissionLimits;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs as a stream of lines. */
class StreamedSubmitTest {
    private static final String HEAD = "{\"kind\":\"BATCH\",\"label\":\"long\"}\n";

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

    private static String lines(int number) {
        StringBuilder body = new StringBuilder(HEAD);
        for (int i = 0; i < number; i++) {
            body.append(SubmitTest.item("bdm://there/shared/f" + i, "bdm://here/data/d" + i % 100 + "/f" + i))
                    .append('\n');
        }
        return body.toString();
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    private static Answer send(String body) {
        return api.send(api.streamed("/jobs", BodyPublishers.ofString(body)));
    }

    private static Answer sendPacked(byte[] body) {
        return api.send(api.streamed("/jobs", BodyPublishers.ofByteArray(body)).header("Content-Encoding", "gzip"));
    }

    private static void assertRefused(Answer answer, int status, String code, String detail) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.text("code")).isEqualTo(code);
        assertThat(answer.text("detail")).contains(detail);
    }

    private static int itemsOf(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        JobId id = new JobId(Long.parseLong(answer.text("id").substring("job-".length())));
        return api.catalog.jobs().find(id).orElseThrow().itemCount();
    }

    @Test
    void allLinesAreKeptPackedOrNot() throws IOException {
        assertThat(itemsOf(send(lines(12_000)))).isEqualTo(12_000);
        assertThat(itemsOf(sendPacked(packed(lines(12_000))))).isEqualTo(12_000);
        Answer batch = send(lines(3) + "\r\n\n");
        assertThat(itemsOf(batch)).isEqualTo(3);
        assertThat(batch.json().path("source").isNull()).isTrue();
        assertThat(batch.text("label")).isEqualTo("long");
    }

    @Test
    void sameKeyAndBodyIsTheSameJobAndAnotherBodyIsRefused() throws IOException {
        byte[] body = packed(lines(50));
        Answer first = api.send(api.streamed("/jobs", BodyPublishers.ofByteArray(body))
                .header("Content-Encoding", "gzip")
                .header("Idempotency-Key", "s1"));
        Answer again = api.send(api.streamed("/jobs", BodyPublishers.ofByteArray(body))
                .header("Content-Encoding", "gzip")
                .header("Idempotency-Key", "s1"));
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        Answer other = api.send(
                api.streamed("/jobs", BodyPublishers.ofString(lines(51))).header("Idempotency-Key", "s1"));
        assertRefused(other, 422, "IDEMPOTENCY_KEY_REUSED", "");
    }

    @Test
    void wrongLinesAreNamedAndNothingIsKept() {
        int before = api.get("/jobs?limit=1000").json().path("items").size();
        Answer answer = send(lines(11_000)
                + "not json\n"
                + SubmitTest.item("bdm://nowhere/shared/x", "bdm://here/data/x") + "\n"
                + "{\"source\":\"bdm://there/shared/x\"}\n");
        assertRefused(answer, 422, "INVALID_REQUEST", "line 11002");
        assertThat(answer.json().path("errors").size()).isEqualTo(3);
        assertThat(answer.json().path("errors").get(1).path("code").asString()).isEqualTo("UNKNOWN_SITE");
        assertThat(answer.json().path("errors").get(2).path("detail").asString())
                .contains("destination is missing");
        assertThat(api.get("/jobs?limit=1000").json().path("items").size()).isEqualTo(before);
    }

    @Test
    void onePlaceTwiceIsFoundHoweverFarApart() {
        Answer answer = send(lines(12_000) + SubmitTest.item("bdm://there/shared/x", "bdm://here/data/d7/f7") + "\n");
        assertRefused(answer, 422, "DUPLICATE_DESTINATION", "line 9");
        Answer tree = send(lines(12_000)
                + "{\"source\":\"bdm://there/shared/x\",\"destination\":\"bdm://here/data/d7\",\"recursive\":true}\n");
        assertRefused(tree, 422, "DUPLICATE_DESTINATION", "bdm://here/data/d7");
    }

    @Test
    void limitsHoldAfterUnpacking() throws IOException {
        assertRefused(send(lines(30_001)), 413, "TOO_LARGE", "30000 items");
        byte[] bomb = packed(HEAD + "\n".repeat(8 << 20));
        assertThat(bomb.length).isLessThan(1 << 20);
        assertRefused(sendPacked(bomb), 413, "TOO_LARGE", "when unpacked");
        assertRefused(send(HEAD + "x".repeat(300_000)), 413, "TOO_LARGE", "line 2");
    }

    @Test
    void bodyThatBreaksOffIsRefused() throws IOException {
        byte[] whole = packed(lines(2000));
        assertRefused(sendPacked(Arrays.copyOf(whole, whole.length / 2)), 400, "INVALID_REQUEST", "gzip");
        assertRefused(sendPacked("plain".getBytes(StandardCharsets.UTF_8)), 400, "INVALID_REQUEST", "gzip");
        assertRefused(send(""), 400, "INVALID_REQUEST", "empty");
        assertRefused(send(HEAD), 400, "INVALID_REQUEST", "no items");
        assertRefused(send("{\"kind\":\"TREE\"}\n"), 400, "INVALID_REQUEST", "BATCH");
        Answer packing = api.send(
                api.streamed("/jobs", BodyPublishers.ofString(lines(1))).header("Content-Encoding", "br"));
        assertRefused(packing, 422, "UNSUPPORTED", "gzip");
    }
}
