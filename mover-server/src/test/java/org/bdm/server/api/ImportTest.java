package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.dataset.draft.DistinctTexts;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of other programs, over a real port. */
class ImportTest {
    private static final String LINE = "a.b.c.d.v1 | /x/a.nc | 5\n";

    @TempDir
    static Path home;

    private static RunningApi api;

    @BeforeAll
    static void start() {
        api = new RunningApi(home, new SubmissionLimits(1 << 10, 30_000, 4 << 20, 2), false);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static Answer send(byte[] body, String encoding) {
        return api.send(api.request("/imports?dryRun=true", Role.OPERATOR)
                .header("Content-Type", "application/octet-stream")
                .header("Content-Encoding", encoding)
                .POST(BodyPublishers.ofByteArray(body)));
    }

    private static Answer send(String body) {
        return send(body.getBytes(StandardCharsets.UTF_8), "identity");
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    @Test
    void aListIsCountedAndItsBadLinesAreNamed() {
        Answer answer = send(LINE + "a.b.c.e.v1 | /x/b.nc | 7\nbad | line | here\n" + LINE.replace("5", "5 | odd=1"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.text("format")).isEqualTo("mapfile");
        assertThat(answer.json().path("entries").asInt()).isEqualTo(3);
        assertThat(answer.json().path("datasets").asInt()).isEqualTo(2);
        assertThat(answer.json().path("files").asInt()).isEqualTo(3);
        assertThat(answer.json().path("bytes").asInt()).isEqualTo(17);
        assertThat(answer.json().path("refused").get(0).path("line").asInt()).isEqualTo(3);
        assertThat(answer.json().path("warnings").get(0).path("line").asInt()).isEqualTo(4);
    }

    @Test
    void onlyTheFirstHundredRefusalsAreKept() {
        Answer answer = send(LINE + "bad\n".repeat(5000));
        assertThat(answer.json().path("refusedLines").asInt()).isEqualTo(5000);
        assertThat(answer.json().path("refused").size()).isEqualTo(100);
    }

    @Test
    void aListMayBeLongerThanOtherBodiesAndPackedButNotEndless() throws IOException {
        assertThat(send(LINE.repeat(20_000)).json().path("bytes").asInt()).isEqualTo(100_000);
        assertThat(send(packed(LINE.repeat(20_000)), "gzip")
                        .json()
                        .path("files")
                        .asInt())
                .isEqualTo(20_000);
        assertThat(send(LINE.repeat(30_001)).text("code")).isEqualTo("TOO_LARGE");
        assertThat(send(packed(LINE + "\n".repeat(8 << 20)), "gzip").text("code"))
                .isEqualTo("TOO_LARGE");
        assertThat(send("no gzip".getBytes(StandardCharsets.UTF_8), "gzip").text("code"))
                .isEqualTo("INVALID_REQUEST");
    }

    @Test
    void whatIsNoListIsRefused() {
        assertThat(send("Dear all\n").text("code")).isEqualTo("UNSUPPORTED");
        assertThat(send("").text("code")).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void differentTextsAreCountedOnceHoweverMany() {
        DistinctTexts texts = new DistinctTexts();
        for (int i = 0; i < 20_000; i++) texts.add("d" + i % 10_000);
        assertThat(texts.number()).isEqualTo(10_000);
        assertThat(texts.isComplete()).isTrue();
    }
}
