package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Events as pages and live. */
class EventFeedTest {
    private static final String DATA_OF_ALIVE = "data:{}";

    @TempDir
    static Path home;

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

    private static String submitted() {
        jobs++;
        Answer answer = api.send(
                "POST",
                "/jobs",
                Role.OPERATOR,
                SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/feed" + jobs)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("id");
    }

    /** A reader of a live feed on a thread of its own. */
    private static final class Reader implements AutoCloseable {
        final List<String> lines = new CopyOnWriteArrayList<>();
        final HttpResponse<InputStream> response;
        private volatile boolean isEnded;

        Reader(String path, String lastEventId) throws Exception {
            HttpRequest.Builder request = api.request(path, Role.READER).header("Accept", "text/event-stream");
            if (!lastEventId.isEmpty()) request.header("Last-Event-ID", lastEventId);
            response = api.http().send(request.build(), BodyHandlers.ofInputStream());
            Thread thread = new Thread(this::read, "test-feed");
            thread.setDaemon(true);
            thread.start();
        }

        private void read() {
            try (Stream<String> text =
                    new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)).lines()) {
                text.forEach(lines::add);
            } catch (UncheckedIOException closed) {
                // the test is over
            }
            isEnded = true;
        }

        List<JsonNode> events() {
            return lines.stream()
                    .filter(line -> line.startsWith("data:") && !line.equals(DATA_OF_ALIVE))
                    .map(line -> api.json.readTree(line.substring(5)))
                    .toList();
        }

        @Override
        public void close() throws Exception {
            response.body().close();
        }
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() {
        String job = submitted();
        api.post("/jobs/" + job + "/pause", "");
        api.post("/jobs/" + job + "/resume", "");
        JsonNode all = api.get("/jobs/" + job + "/events").json();
        assertThat(all.path("items").size()).isGreaterThanOrEqualTo(3);
        assertThat(all.path("nextCursor").isNull()).isTrue();
        JsonNode first = api.get("/jobs/" + job + "/events?limit=1").json();
        JsonNode second = api.get("/jobs/" + job + "/events?limit=1&cursor="
                        + first.path("nextCursor").asString())
                .json();
        assertThat(second.path("items").get(0)).isEqualTo(all.path("items").get(1));
        assertThat(all.path("items").get(0).path("jobId").asString()).isEqualTo(job);
    }

    @Test
    void liveFeedOfAJobResumesAfterTheLastEventAndEndsWithIt() throws Exception {
        String job = submitted();
        api.post("/jobs/" + job + "/pause", "");
        String paused = lastEvent(job);
        api.post("/jobs/" + job + "/resume", "");
        try (Reader reader = new Reader("/jobs/" + job + "/events", paused)) {
            assertThat(reader.response.statusCode()).isEqualTo(200);
            assertThat(reader.response.headers().firstValue("Content-Type").orElse(""))
                    .startsWith("text/event-stream");
            await().until(() -> reader.events().size() == 1);
            assertThat(reader.events().get(0).path("kind").asString()).isEqualTo("QUEUED");
            assertThat(reader.lines)
                    .contains("id:" + reader.events().get(0).path("id").asString());
            api.post("/jobs/" + job + "/cancel", "");
            await().until(() -> reader.isEnded);
            assertThat(reader.events())
                    .last()
                    .satisfies(
                            event -> assertThat(event.path("kind").asString()).isEqualTo("CANCELLED"));
        }
    }

    @Test
    void aFeedInWhichNothingHappensSaysThatItIsAlive() throws Exception {
        try (Reader reader = new Reader("/events", "")) {
            await().until(() -> reader.lines.contains("event:alive") && reader.lines.contains(DATA_OF_ALIVE));
            assertThat(reader.lines).noneMatch(line -> line.startsWith("id:"));
        }
    }

    private static String lastEvent(String job) {
        JsonNode events = api.get("/jobs/" + job + "/events").json().path("items");
        return events.get(events.size() - 1).path("id").asString();
    }

    @Test
    void globalFeedBeginsWithWhatComesNext() throws Exception {
        submitted();
        try (Reader reader = new Reader("/events", "")) {
            await().until(() -> !reader.lines.isEmpty());
            String job = submitted();
            await().until(() -> !reader.events().isEmpty());
            assertThat(reader.events())
                    .allSatisfy(
                            event -> assertThat(event.path("jobId").asString()).isEqualTo(job));
        }
    }

    @Test
    void feedsOfWrongIdsAndStrangersAreRefused() throws Exception {
        try (Reader reader = new Reader("/events", "not-a-number")) {
            assertThat(reader.response.statusCode()).isEqualTo(400);
            assertThat(reader.response.headers().firstValue("Content-Type").orElse(""))
                    .contains("problem+json");
        }
        HttpRequest stranger = HttpRequest.newBuilder(api.uri("/api/v1/events"))
                .header("Accept", "text/event-stream")
                .build();
        assertThat(api.http().send(stranger, BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }
}
