package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.PauseReason;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server with demo data shows rows in every list, and is kept apart from real ones. */
@Timeout(120)
class DemoDataTest {
    /** Lists that are empty at a site that lives alone, or that ask the outside or need parameters. */
    private static final Set<String> LEFT_OUT = Set.of(
            "/api/v1/audit/check",
            "/api/v1/backups",
            "/api/v1/carriers", // settings: a server with demo data contacts nobody
            "/api/v1/doctor",
            "/api/v1/doctor/bundle",
            "/api/v1/handovers", // without carriers there are none
            "/api/v1/holdings",
            "/api/v1/holdings/history",
            "/api/v1/login",
            "/api/v1/login/oidc",
            "/api/v1/login/oidc/callback",
            "/api/v1/login/ways",
            "/api/v1/manifests",
            "/api/v1/manifests/datasets",
            "/api/v1/manifests/missing",
            "/api/v1/publications",
            "/api/v1/references", // of files, and demo data has none
            "/api/v1/search",
            "/api/v1/settings",
            "/api/v1/version");

    @TempDir
    static Path directory;

    private static RunningServer server;
    private static String token;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws IOException {
        server = ServerInProcess.start(directory, "dkrz", List.of("--demo-data", "small"));
        token = Files.readString(directory.resolve("home-dkrz/admin.token")).strip();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    private static HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        return ask(method, path, "");
    }

    private static HttpResponse<String> ask(String method, String path, String body)
            throws IOException, InterruptedException {
        String line = server.readyLine();
        String url = line.substring(line.indexOf("url=") + 4).split(" ", 2)[0];
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask("GET", path);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    @Test
    void everyListHasRows() throws IOException, InterruptedException {
        JsonNode described = JsonMapper.shared().readTree(Path.of("..", "..", "..", "docs", "openapi.json"));
        List<String> asked = new ArrayList<>();
        List<String> empty = new ArrayList<>();
        for (String path : described.get("paths").propertyNames()) {
            boolean isList = path.startsWith("/api/v1/")
                    && !path.contains("{")
                    && described.get("paths").get(path).has("get")
                    && !LEFT_OUT.contains(path);
            if (!isList) continue;
            String with = path.endsWith("/completeness/groups") ? "?by=source_id" : "";
            asked.add(path);
            JsonNode answer = get(path + with);
            JsonNode rows =
                    answer.has("items") ? answer.get("items") : answer.has("rows") ? answer.get("rows") : answer;
            if (rows.isEmpty()) empty.add(path);
        }
        assertThat(asked).hasSizeGreaterThan(20);
        assertThat(empty).isEmpty();
        assertThat(get("/api/v1/holdings?state=VERIFIED&limit=5").get("items")).isNotEmpty();
        assertThat(get("/api/v1/version").get("demo").asBoolean()).isTrue();
        assertThat(get("/api/v1/audit/check").toString()).contains("\"intact\":true");
    }

    @Test
    void listsOfSingleThingsHaveRows() throws IOException, InterruptedException {
        for (String path : List.of(
                "/api/v1/sites/ceda",
                "/api/v1/sites/ceda/maintenance",
                "/api/v1/links/llnl/dkrz/benches",
                "/api/v1/links/llnl/dkrz/explanation",
                "/api/v1/campaigns/campaign-2",
                "/api/v1/subscriptions/subscription-1/datasets",
                "/api/v1/purges/purge-3/datasets",
                "/api/v1/purges/purge-3/files",
                "/api/v1/surveys/survey-1/findings",
                "/api/v1/imports/draft-1/entries",
                "/api/v1/requests/request-9",
                "/api/v1/disputes/dispute-3")) {
            JsonNode answer = get(path);
            assertThat(answer.has("items") ? answer.get("items") : answer)
                    .as(path)
                    .isNotEmpty();
        }
    }

    @Test
    void jobsAreOfAllStatesAndKindsAndCanBeLookedInto() throws IOException, InterruptedException {
        Map<String, String> jobs = new HashMap<>();
        Set<String> kinds = new HashSet<>();
        Set<String> reasons = new HashSet<>();
        for (JsonNode job : get("/api/v1/jobs?limit=500").get("items")) {
            String state = job.get("state").asString();
            jobs.put(job.get("id").asString(), state);
            kinds.add(job.get("kind").asString());
            if (state.equals("PAUSED"))
                reasons.add(job.get("stateReason").get("code").asString());
        }
        assertThat(jobs).hasSizeGreaterThanOrEqualTo(200);
        assertThat(Set.copyOf(jobs.values()))
                .contains("QUEUED", "PLANNING", "ACTIVE", "PAUSED", "SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED");
        assertThat(kinds).contains("TREE", "FILE", "BATCH", "REPLICA_SET", "REPAIR", "BENCH");
        for (PauseReason reason : PauseReason.values()) assertThat(reasons).contains(reason.name());
        Set<String> seen = new HashSet<>();
        for (Map.Entry<String, String> job : jobs.entrySet()) {
            if (!seen.add(job.getValue())) continue;
            for (String part : List.of("", "/events", "/explanation", "/files?limit=3", "/decisions")) {
                get("/api/v1/jobs/" + job.getKey() + part);
            }
            if (JobState.valueOf(job.getValue()).isFinal()) get("/api/v1/jobs/" + job.getKey() + "/report");
        }
    }

    @Test
    void activeJobsAdvanceAndHeedWhoPausesThem() throws IOException, InterruptedException {
        JobId job = server.parts()
                .catalog()
                .jobs()
                .inOrder(Set.of(JobState.ACTIVE), 1)
                .get(0)
                .id();
        long before = bytesDone(job);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> get("/api/v1/jobs/" + job)
                                .get("rate")
                                .get("bytesPerSecond")
                                .asLong()
                        > 0);
        await().atMost(Duration.ofSeconds(30)).until(() -> bytesDone(job) > before);
        assertThat(ask("POST", "/api/v1/jobs/" + job + "/pause").statusCode()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> server.parts().live().byNode(job).isEmpty());
        assertThat(ask("POST", "/api/v1/jobs/" + job + "/resume").statusCode()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> !server.parts().live().byNode(job).isEmpty());
    }

    private static long bytesDone(JobId job) throws IOException, InterruptedException {
        return get("/api/v1/jobs/" + job).get("bytes").get("durable").asLong();
    }

    private static List<JsonNode> all(String path) throws IOException, InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        String joined = path + (path.contains("?") ? "&" : "?") + "limit=500";
        JsonNode page = get(joined);
        page.get("items").forEach(all::add);
        while (!page.get("nextCursor").isNull()) {
            String cursor = page.get("nextCursor").asString();
            page = get(joined + "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8));
            page.get("items").forEach(all::add);
        }
        return all;
    }

    @Test
    @Tag("U14")
    void aPlanCountsWhatItLists() throws IOException, InterruptedException {
        for (JsonNode plan : all("/api/v1/purges")) {
            String path = "/api/v1/purges/" + plan.get("id").asString();
            List<JsonNode> datasets = all(path + "/datasets");
            List<JsonNode> files = all(path + "/files");
            assertThat(plan.get("datasets").asLong()).as(path).isEqualTo(datasets.size());
            assertThat(plan.get("files").asLong()).as(path).isEqualTo(files.size());
            assertThat(plan.get("bytes").asLong())
                    .as(path)
                    .isEqualTo(sum(files, "size"))
                    .isEqualTo(sum(datasets, "bytes"));
            assertThat(sum(datasets, "files")).as(path).isEqualTo(files.size());
            assertThat(datasets.stream().map(set -> set.get("dataset").asString()))
                    .as(path)
                    .doesNotHaveDuplicates();
        }
    }

    private static long sum(List<JsonNode> rows, String field) {
        return rows.stream().mapToLong(row -> row.get(field).asLong()).sum();
    }

    @Test
    @Tag("U14")
    void timesOfAJobAreInOrderAndNothingMovesWhileItIsPaused() throws IOException, InterruptedException {
        Instant now = Instant.now();
        for (JsonNode job : all("/api/v1/jobs")) {
            String path = "/api/v1/jobs/" + job.get("id").asString();
            Instant created = time(job.get("createdAt"));
            boolean isPaused = job.get("state").asString().equals("PAUSED");
            Instant end = isPaused
                    ? time(job.get("stateReason").get("since"))
                    : job.get("endedAt").isNull() ? now : time(job.get("endedAt"));
            assertThat(end).as(path).isBetween(created, now);
            List<Instant> moments = new ArrayList<>();
            for (JsonNode event : all(path + "/events")) moments.add(time(event.get("at")));
            assertThat(moments).as(path).isSorted();
            for (JsonNode decision : all(path + "/decisions")) moments.add(time(decision.get("at")));
            boolean isStill = isPaused || !job.get("endedAt").isNull();
            if (isStill) {
                JsonNode rates = get(path + "/rates");
                rates.get("points").forEach(point -> moments.add(time(point.get("at"))));
            }
            assertThat(moments)
                    .as(path)
                    .allSatisfy(at -> assertThat(at).isBetween(created.minusSeconds(3_600), end.plusSeconds(1)));
        }
    }

    private static Instant time(JsonNode text) {
        return Instant.parse(text.asString());
    }

    @Test
    @Tag("U14")
    void jobsThatAreNamedAnywhereExistAndExportsHaveTheirRoom() throws IOException, InterruptedException {
        Set<String> jobs = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (JsonNode job : all("/api/v1/jobs")) jobs.add(job.get("id").asString());
        for (JsonNode export : get("/api/v1/exports").get("items")) {
            places.add(export.get("name").asString());
            assertThat(export.get("freeBytes").asLong())
                    .isPositive()
                    .isLessThan(export.get("totalBytes").asLong());
        }
        assertThat(places).contains("cmip", "cordex", "scratch");
        for (String path : List.of(
                "/api/v1/jobs?limit=500",
                "/api/v1/events?limit=500",
                "/api/v1/requests",
                "/api/v1/subscriptions",
                "/api/v1/subscriptions/subscription-1/datasets",
                "/api/v1/disputes",
                "/api/v1/attention")) {
            Matcher named = Pattern.compile("(?<![:\\w])job-\\d+")
                    .matcher(ask("GET", path).body());
            while (named.find()) assertThat(jobs).as(path).contains(named.group());
        }
        for (JsonNode item : get("/api/v1/attention").get("items")) {
            assertThat(item.get("actions").get(0).get("command").asString())
                    .as(item.get("id").asString())
                    .isEqualTo(item.get("command").asString());
        }
    }

    @Test
    @Tag("U14")
    void whatAJobSaysOfASiteIsTrueOfItsSource() throws IOException, InterruptedException {
        Pattern site = Pattern.compile("site (ceda|ipsl|llnl|nci)\\b");
        for (JsonNode job : all("/api/v1/jobs")) {
            if (job.get("stateReason").isNull() || job.get("source").isNull()) continue;
            Matcher named = site.matcher(job.get("stateReason").get("text").asString());
            if (named.find())
                assertThat(job.get("source").asString())
                        .as(job.get("id").asString())
                        .matches("bdm://" + named.group(1) + "(/.*)?");
        }
    }

    @Test
    void nobodyIsContacted() throws IOException, InterruptedException {
        HttpResponse<String> answer = ask("GET", "/api/v1/exports/cmip/entries?site=ceda");
        assertThat(answer.statusCode()).isBetween(400, 499);
        assertThat(answer.body()).contains("shows demo data and contacts nobody");
        assertThat(ask("POST", "/api/v1/hooks/chat/test").body()).contains("shows demo data and contacts nobody");
        assertThat(server.parts().replicas().federation().indexes()).isEmpty();
    }

    @Test
    void aSubmittedJobStaysQueuedAndSaysWhy() throws IOException, InterruptedException {
        HttpResponse<String> answer = ask("POST", "/api/v1/jobs", """
                {"kind": "TREE", "items": [{"source": "bdm://ceda/cmip/CMIP6/", "destination": "bdm://dkrz/cmip/CMIP6/", "recursive": true}]}
                """);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        String id = JsonMapper.shared().readTree(answer.body()).get("id").asString();
        JsonNode job = get("/api/v1/jobs/" + id);
        assertThat(job.get("state").asString()).isEqualTo("QUEUED");
        assertThat(job.get("stateReason").get("code").asString()).isEqualTo("DEMO_DATA");
        assertThat(get("/api/v1/jobs/" + id + "/explanation").get("reason").asString())
                .isEqualTo("This is a demo catalog; nothing is transferred.");
    }

    @Test
    void aRealHomeIsRefusedAndAHomeOfDemoDataToo(@TempDir Path other) throws IOException {
        ServerInProcess.start(other, "dkrz", List.of()).stop();
        Path catalog = other.resolve("home-dkrz/catalog/catalog.mv.db");
        byte[] before = Files.readAllBytes(catalog);
        assertThatThrownBy(() -> ServerInProcess.start(other, "dkrz", List.of("--demo-data", "small")))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST))
                .hasMessageContaining("that --demo-data did not make");
        assertThat(Files.readAllBytes(catalog)).isEqualTo(before);
        assertThatThrownBy(() -> ServerInProcess.start(directory, "dkrz", List.of()))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("has demo data");
    }

    @Test
    void optionsOfARealSiteAreRefused() {
        assertThatThrownBy(() -> ServerInProcess.start(
                        directory, "x", List.of("--demo-data", "--index", "west=stac:https://west.example")))
                .hasMessageContaining("--demo-data cannot be combined with --index");
        assertThatThrownBy(() -> ServerInProcess.start(directory, "x", List.of("--demo-data", "some")))
                .hasMessageContaining("--demo-data is full, small, or a number");
        assertThatThrownBy(() ->
                        ServerInProcess.start(directory, "x", List.of("--demo-data", "small", "--demo-clock", "noon")))
                .hasMessageContaining("--demo-clock is a time");
    }
}
