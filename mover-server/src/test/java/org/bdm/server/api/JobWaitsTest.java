package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.api.job.JobWaits;
import org.bdm.server.site.access.AccessTokens.Made;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait for a job: {@code GET /jobs/ID?wait=30s}. */
class JobWaitsTest {
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    @TempDir
    static Path home;

    @TempDir
    Path otherHome;

    private static RunningApi api;
    private static int jobs;

    @BeforeAll
    static void start() {
        api = new RunningApi(home);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static String submitted(RunningApi to) {
        jobs++;
        Answer answer = to.send(
                "POST",
                "/jobs",
                Role.OPERATOR,
                SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/wait" + jobs)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("id");
    }

    private static CompletableFuture<HttpResponse<String>> waiting(RunningApi at, HttpRequest.Builder request) {
        int before = at.part(JobWaits.class).waiting();
        CompletableFuture<HttpResponse<String>> answer = at.http().sendAsync(request.build(), BodyHandlers.ofString());
        await().until(() -> at.part(JobWaits.class).waiting() == before + 1);
        return answer;
    }

    private static CompletableFuture<HttpResponse<String>> waiting(RunningApi at, String job) {
        return waiting(at, at.request("/jobs/" + job + "?wait=60s", Role.READER));
    }

    private static HttpResponse<String> soon(CompletableFuture<HttpResponse<String>> answer) throws Exception {
        return answer.get(AT_ONCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static Answer atOnce(String path) {
        return api.send(api.request(path, Role.READER).timeout(AT_ONCE));
    }

    @Test
    void answersWhenTheStateChanges() throws Exception {
        String job = submitted(api);
        CompletableFuture<HttpResponse<String>> answer = waiting(api, job);
        assertThat(answer).isNotDone();
        api.post("/jobs/" + job + "/pause", "");
        HttpResponse<String> changed = soon(answer);
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(api.json.readTree(changed.body()))
                .isEqualTo(api.get("/jobs/" + job).json());
        assertThat(changed.body()).contains("\"PAUSED\"");
    }

    @Test
    void answersWithTheSameStateAfterItsTime() {
        Answer answer = atOnce("/jobs/" + submitted(api) + "?wait=50ms");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("state")).isEqualTo("QUEUED");
        assertThat(api.part(JobWaits.class).waiting()).isZero();
    }

    @Test
    void answersAtOnceWhenNothingChangesByItself() {
        String paused = submitted(api);
        api.post("/jobs/" + paused + "/pause", "");
        assertThat(atOnce("/jobs/" + paused + "?wait=60s").text("state")).isEqualTo("PAUSED");
        String ended = submitted(api);
        api.post("/jobs/" + ended + "/cancel", "");
        await().until(() -> atOnce("/jobs/" + ended).text("state").equals("CANCELLED"));
        assertThat(atOnce("/jobs/" + ended + "?wait=1m").text("state")).isEqualTo("CANCELLED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"61s", "60001ms", "2m", "30", "-1s", "", "PT30S", "1h"})
    void refusesOtherTimesThanAtMostAMinute(String length) {
        Answer answer = atOnce("/jobs/" + submitted(api) + "?wait=" + length);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void answersAtOnceBeyondTheBoundAndServesOthersMeanwhile() throws Exception {
        String job = submitted(api);
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < JobWaits.WAITS_PER_TOKEN_MAX; i++) answers.add(waiting(api, job));
        assertThat(atOnce("/jobs/" + job + "?wait=60s").text("state")).isEqualTo("QUEUED");
        assertThat(atOnce("/jobs").status()).isEqualTo(200);
        api.post("/jobs/" + job + "/pause", "");
        for (CompletableFuture<HttpResponse<String>> answer : answers)
            assertThat(soon(answer).body()).contains("\"PAUSED\"");
        assertThat(atOnce("/jobs/" + submitted(api) + "?wait=50ms").status()).isEqualTo(200);
    }

    @Test
    void jobsOfOthersAreNotWaitedFor() {
        String job = submitted(api);
        Answer answer = api.send(
                api.request("/jobs/" + job + "?wait=60s", Role.SUBMITTER).timeout(AT_ONCE));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("code")).isEqualTo("UNKNOWN_JOB");
    }

    @Test
    void tellsNothingToATokenThatWasRevokedMeanwhile() throws Exception {
        Made token = api.tokens.create("guest", EnumSet.of(Role.READER), null).join();
        String job = submitted(api);
        CompletableFuture<HttpResponse<String>> answer = waiting(
                api,
                HttpRequest.newBuilder(api.uri("/api/v1/jobs/" + job + "?wait=60s"))
                        .header("Authorization", "Bearer " + token.secret()));
        api.send("DELETE", "/tokens/token-" + token.token().number(), Role.ADMIN, null);
        api.post("/jobs/" + job + "/pause", "");
        assertThat(soon(answer).statusCode()).isEqualTo(401);
    }

    @Test
    void aServerThatStopsAnswersThoseWhoWait() throws Exception {
        CompletableFuture<HttpResponse<String>> answer;
        long stopped;
        try (RunningApi stopping = new RunningApi(otherHome)) {
            answer = waiting(stopping, submitted(stopping));
            stopped = System.nanoTime();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Duration.ofSeconds(20));
        assertThat(soon(answer).statusCode()).isEqualTo(200);
    }
}
