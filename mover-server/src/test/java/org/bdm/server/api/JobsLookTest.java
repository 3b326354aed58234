package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.FileId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.history.JobDecision;
import org.bdm.server.catalog.history.MovedSample;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LimitChange;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.job.progress.LiveJob;
import org.bdm.server.job.progress.LiveWork;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Jobs as they are looked at and steered, while a test does the work of the workers. */
class JobsLookTest {
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

    private static ListedJob submitted() {
        jobs++;
        Answer answer = api.send(
                "POST",
                "/jobs",
                Role.OPERATOR,
                SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/look" + jobs)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ListedJob(api.catalog, answer.text("id"));
    }

    private static JsonNode view(ListedJob job) {
        return api.get("/jobs/" + job.id).json();
    }

    private static long sum(JsonNode files) {
        long sum = 0;
        for (String state : files.propertyNames())
            if (!state.equals("total")) sum += files.path(state).asLong();
        return sum;
    }

    @Test
    void statesOfFilesAddUpToTheTotalWhateverTheLiveLookSays() {
        ListedJob job = submitted().list("a", "b", "c", "d", "e").done(0).failed(1, ErrorCode.DESTINATION_EXISTS, "no");
        for (LiveJob running : List.of(
                LiveJob.NONE,
                new LiveJob(1, 1, 50, 1.5, 2, BytesUnderWay.NONE, "network"),
                new LiveJob(9, 9, 50, 1.5, 2, BytesUnderWay.NONE, "disk"),
                new LiveJob(2, 7, 50, 1.5, 2, BytesUnderWay.NONE, ""))) {
            api.live.began(job.id, () -> running);
            JsonNode files = view(job).path("files");
            assertThat(sum(files))
                    .as(files.toString())
                    .isEqualTo(files.path("total").asLong())
                    .isEqualTo(5);
            assertThat(files.path("pending").asLong()).isNotNegative();
        }
        api.live.began(job.id, () -> new LiveJob(1, 1, 50, 1.5, 2, BytesUnderWay.NONE, "network"));
        JsonNode view = view(job);
        assertThat(view.path("files").path("pending").asLong()).isEqualTo(1);
        assertThat(view.path("files").path("active").asLong()).isEqualTo(1);
        assertThat(view.path("limitedBy").asString()).isEqualTo("network");
        assertThat(view.path("stateReason").isNull()).as("it moves").isTrue();
        api.live.began(job.id, () -> new LiveJob(0, 0, 50, 1.5, 2, BytesUnderWay.NONE, "place"));
        assertThat(view(job).path("stateReason").isNull())
                .as("it moves: files were done just now")
                .isTrue();
        api.live.began(job.id, () -> new LiveJob(0, 0, 0, 0, 2, BytesUnderWay.NONE, ""));
        assertThat(view(job).path("stateReason").path("code").asString()).isEqualTo("NOT_STARTED");
        api.live.began(job.id, () -> new LiveJob(1, 1, 50, 1.5, 2, BytesUnderWay.NONE, "network"));
        assertThat(view.path("bytes").path("total").asLong()).isEqualTo(500);
        assertThat(view.path("bytes").path("moved").asLong()).isEqualTo(100);
        assertThat(view.path("bytes").path("resent").asLong()).isEqualTo(10);
        assertThat(view.path("bytes").path("durable").asLong()).isEqualTo(100);
        Instant p10 = Instant.parse(view.path("estimate").path("p10").asString());
        Instant p50 = Instant.parse(view.path("estimate").path("p50").asString());
        assertThat(p10).isAfter(Instant.now().minusSeconds(60)).isBefore(p50);
        assertThat(p50).isBefore(Instant.parse(view.path("estimate").path("p90").asString()));
        api.live.ended(job.id, BytesUnderWay.NONE);
        assertThat(view(job).path("estimate").isNull()).as("nothing moves").isTrue();
    }

    @Test
    @Tag("U17")
    void theEndIsNotBeforeWhatALimitAllows() {
        ListedJob job = submitted().list("a", "b", "c", "d", "e");
        api.live.began(job.id, () -> new LiveJob(1, 1, 5_000_000, 1.5, 2, BytesUnderWay.NONE, "network"));
        assertThat(secondsToTheEnd(job)).isLessThan(400);
        api.catalog
                .limits()
                .set(LimitedPlace.link("there"), new LimitChange(1L, null, null, null, null, "ann"))
                .join();
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> secondsToTheEnd(job) > 450);
        } finally {
            api.catalog
                    .limits()
                    .remove(LimitedPlace.link("there"), Limit.Direction.BOTH, "ann")
                    .join();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> secondsToTheEnd(job) < 400);
        api.catalog
                .limits()
                .set(LimitedPlace.export("data"), new LimitChange(1L, null, null, null, null, "ann"))
                .join();
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> secondsToTheEnd(job) > 450);
        } finally {
            api.catalog
                    .limits()
                    .remove(LimitedPlace.export("data"), Limit.Direction.BOTH, "ann")
                    .join();
            api.live.ended(job.id, BytesUnderWay.NONE);
        }
    }

    private long secondsToTheEnd(ListedJob job) {
        String p10 = view(job).path("estimate").path("p10").asString();
        return Duration.between(Instant.now(), Instant.parse(p10)).toSeconds();
    }

    /** In the far future, so that it is the newest of all. */
    private static JobDecision decision(int streams) {
        Instant at = Instant.parse("2200-01-01T00:00:00Z").plusSeconds(streams);
        return new JobDecision(at, "north", "streams", streams - 1, streams, 1000, streams + " streams are tried.");
    }

    @Test
    void decisionsOfAJobAreListedInPagesAndCountedInItsReport() {
        ListedJob job = submitted().list("a");
        api.catalog
                .decisions()
                .add(job.id, List.of(decision(2), decision(3), decision(4)))
                .join();
        String path = "/jobs/" + job.id + "/decisions";
        JsonNode first = api.get(path + "?limit=2").json();
        assertThat(first.path("items").size()).isEqualTo(2);
        JsonNode one = first.path("items").get(0);
        assertThat(one.path("number").asLong()).isEqualTo(1);
        assertThat(one.path("source").asString()).isEqualTo("north");
        assertThat(one.path("stage").asString()).isEqualTo("streams");
        assertThat(one.path("before").asInt()).isEqualTo(1);
        assertThat(one.path("after").asInt()).isEqualTo(2);
        assertThat(one.path("bytesPerSecond").asLong()).isEqualTo(1000);
        assertThat(one.path("text").asString()).isEqualTo("2 streams are tried.");
        JsonNode rest =
                api.get(path + "?cursor=" + first.path("nextCursor").asString()).json();
        assertThat(rest.path("items").size()).isEqualTo(1);
        assertThat(rest.path("items").get(0).path("after").asInt()).isEqualTo(4);
        assertThat(rest.path("nextCursor").isNull()).isTrue();
        assertThat(api.get("/jobs/" + job.id + "/report")
                        .json()
                        .path("decisions")
                        .asLong())
                .isEqualTo(3);
        Answer wrong = api.get(path + "?cursor=x");
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.text("detail")).contains("'x' is not a decision number");
    }

    @Test
    void ratesOfAJobComeWithWhatChangedThem() {
        ListedJob job = submitted().list("a");
        Instant at = Instant.parse("2026-11-20T10:00:00Z");
        api.catalog
                .rates()
                .add(List.of(new MovedSample(at, job.id, "", 5_000_000, 2)))
                .join();
        api.catalog.decisions().add(job.id, List.of(decision(2))).join();
        String path = "/jobs/" + job.id;
        String limit = "{\"maxRateBytesPerSecond\":4000}";
        assertThat(api.send("PATCH", path, Role.OPERATOR, limit).status()).isEqualTo(200);
        JsonNode rates = api.get(path + "/rates").json();
        assertThat(rates.path("stepSeconds").asInt()).isEqualTo(10);
        assertThat(rates.path("points").get(0).path("at").asString()).isEqualTo("2026-11-20T10:00:00Z");
        assertThat(rates.path("points").get(0).path("bytesPerSecond").asLong()).isEqualTo(500_000);
        assertThat(rates.path("points").get(0).path("filesPerSecond").asDouble())
                .isEqualTo(0.2);
        assertThat(rates.path("marks").findValuesAsString("code"))
                .contains("ACTIVE")
                .endsWith("RATE_LIMIT_CHANGED", "STREAMS");
        assertThat(rates.path("marks").findValuesAsString("text"))
                .contains(job.id + " may take 4 kB/s = 32 kbit/s at most");
    }

    @Test
    void aFileThatIsBeingMovedIsShownAsItIsNow() {
        ListedJob job = submitted().list("a", "b", "c").done(0);
        String pending = api.get("/jobs/" + job.id + "/files?state=PENDING")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        FileUnderWay file = new FileUnderWay(
                new FileId(Long.parseLong(pending.substring("file-".length()))),
                FileState.ACTIVE,
                new BytesUnderWay(60, 40));
        api.live.began(job.id, new LiveWork() {
            @Override
            public LiveJob look() {
                return new LiveJob(1, 0, 50, 1.5, 2, file.bytes(), "network");
            }

            @Override
            public List<FileUnderWay> files() {
                return List.of(file);
            }

            @Override
            public List<StageLoad> stages() {
                return List.of(new StageLoad("network", 2, 50, 7, 0.5));
            }
        });
        api.catalog.decisions().add(job.id, List.of(decision(4), decision(5))).join();
        JsonNode why = api.get("/jobs/" + job.id + "/explanation").json();
        assertThat(why.path("decisions").get(0).path("text").asString()).isEqualTo("5 streams are tried.");
        JsonNode stage = why.path("stages").get(0);
        assertThat(stage.path("stage").asString()).isEqualTo("network");
        assertThat(stage.path("waiting").asLong()).isEqualTo(7);
        assertThat(stage.path("busy").asDouble()).isEqualTo(0.5);
        JsonNode bytes = view(job).path("bytes");
        assertThat(bytes.path("moved").asLong()).isEqualTo(160);
        assertThat(bytes.path("durable").asLong()).isEqualTo(140);
        JsonNode one = api.get("/jobs/" + job.id + "/files/" + pending).json();
        assertThat(one.path("state").asString()).isEqualTo("ACTIVE");
        assertThat(one.path("bytesMoved").asLong()).isEqualTo(60);
        assertThat(one.path("bytesDurable").asLong()).isEqualTo(40);
        JsonNode active =
                api.get("/jobs/" + job.id + "/files?state=ACTIVE").json().path("items");
        assertThat(active.size()).isEqualTo(1);
        assertThat(active.get(0)).isEqualTo(inList(one));
        assertThat(api.get("/jobs/" + job.id + "/files?state=VERIFYING")
                        .json()
                        .path("items")
                        .size())
                .isZero();
        JsonNode done = api.get("/jobs/" + job.id + "/files?state=DONE")
                .json()
                .path("items")
                .get(0);
        assertThat(done.path("bytesMoved").asLong()).isEqualTo(100);
        assertThat(done.path("bytesDurable").asLong()).isEqualTo(100);
        api.live.ended(job.id, BytesUnderWay.NONE);
    }

    @Test
    void filesArePagedFilteredAndShownWithTheirEvidence() {
        ListedJob job =
                submitted().list("a\n", "b", "c", "d").done(0).failed(1, ErrorCode.SOURCE_CHANGED, "it \u001b[2J");
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page =
                    api.get("/jobs/" + job.id + "/files?limit=3" + cursor).json();
            page.path("items").forEach(file -> seen.add(file.path("destination").asString()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asString();
        } while (!cursor.isEmpty());
        assertThat(seen).hasSize(4).doesNotHaveDuplicates().anyMatch(name -> name.endsWith("/a%0a"));
        JsonNode done = api.get("/jobs/" + job.id + "/files?state=DONE")
                .json()
                .path("items")
                .get(0);
        assertThat(done.path("evidenceLevel").asString()).isEqualTo("stream");
        assertThat(done.path("digest").path("algorithm").asString()).isEqualTo("sha256");
        assertThat(done.path("source").asString()).isEqualTo("bdm://there/shared/s/a%0a");
        JsonNode failed = api.get("/jobs/" + job.id + "/files?state=failed")
                .json()
                .path("items")
                .get(0);
        assertThat(failed.path("errorCode").asString()).isEqualTo("SOURCE_CHANGED");
        assertThat(failed.path("errorText").asString()).isEqualTo("it \\u001b[2J");
        Answer one = api.get("/jobs/" + job.id + "/files/" + failed.path("id").asString());
        assertThat(inList(one.json())).isEqualTo(failed);
        assertThat(api.get("/jobs/" + job.id + "/files?q=b")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
        assertThat(api.get("/jobs/" + job.id + "/files?state=ACTIVE")
                        .json()
                        .path("items")
                        .size())
                .isZero();
        assertThat(api.get("/jobs/" + job.id + "/files?state=LOST").status()).isEqualTo(400);
        ListedJob other = submitted();
        Answer foreign =
                api.get("/jobs/" + other.id + "/files/" + failed.path("id").asString());
        assertThat(foreign.text("code")).isEqualTo("UNKNOWN_FILE");
    }

    @Test
    void jobIsPausedSteeredResumedAndCancelled() {
        ListedJob job = submitted().list("a", "b").done(0);
        Answer paused = api.post("/jobs/" + job.id + "/pause", "");
        assertThat(paused.text("state")).isEqualTo("PAUSED");
        assertThat(paused.json().path("stateReason").path("code").asString()).isEqualTo("BY_USER");
        assertThat(paused.json().path("stateReason").path("nextAt").isNull()).isTrue();
        assertThat(api.post("/jobs/" + job.id + "/pause", "").text("code")).isEqualTo("ILLEGAL_STATE");
        JsonNode why = api.get("/jobs/" + job.id + "/explanation").json();
        assertThat(why.path("reason").asString()).contains("admin-person");
        assertThat(why.path("next").asString()).contains("resumes it");
        Answer steered = api.send("PATCH", "/jobs/" + job.id, Role.OPERATOR, "{\"priority\":1}");
        assertThat(steered.json().path("priority").asInt()).isEqualTo(1);
        assertThat(api.send("PATCH", "/jobs/" + job.id, Role.OPERATOR, "{}").status())
                .isEqualTo(400);
        assertThat(api.send("PATCH", "/jobs/" + job.id, Role.OPERATOR, "{\"priority\":6}")
                        .status())
                .isEqualTo(400);
        assertThat(api.post("/jobs/" + job.id + "/resume", "").text("state")).isEqualTo("ACTIVE");
        Answer again = api.post("/jobs/" + job.id + "/resume", "");
        assertThat(again.status()).isEqualTo(409);
        Answer cancelled = api.post("/jobs/" + job.id + "/cancel", "");
        assertThat(cancelled.text("state")).isEqualTo("CANCELLED");
        assertThat(cancelled.json().path("files").path("cancelled").asLong()).isEqualTo(1);
        assertThat(sum(cancelled.json().path("files"))).isEqualTo(2);
        assertThat(api.post("/jobs/" + job.id + "/cancel", "").status()).isEqualTo(409);
        JsonNode report = api.get("/jobs/" + job.id + "/report").json();
        assertThat(report.path("files").path("cancelled").asLong()).isEqualTo(1);
        assertThat(report.path("files").path("done").asLong()).isEqualTo(1);
        assertThat(report.path("files").path("total").asLong()).isEqualTo(2);
    }

    @Test
    void retryIsANewJobOfTheFailedFilesOnly() {
        ListedJob job =
                submitted().list("a", "b", "c").done(0).failed(1, ErrorCode.DESTINATION_EXISTS, "other content");
        assertThat(api.post("/jobs/" + job.id + "/retry", "").text("code")).isEqualTo("ILLEGAL_STATE");
        job.done(2).end(JobState.PARTIAL);
        Answer retry = api.post("/jobs/" + job.id + "/retry", "");
        assertThat(retry.status()).as(retry.body()).isEqualTo(201);
        assertThat(retry.text("retryOf")).isEqualTo(job.id.toString());
        assertThat(retry.text("state")).isEqualTo("QUEUED");
        assertThat(retry.text("destination")).contains("/look");
        ListedJob again = new ListedJob(api.catalog, retry.text("id"));
        assertThat(api.catalog.jobs().items(again.id, 0, 10)).singleElement().satisfies(item -> {
            assertThat(item.item().source().text()).isEqualTo("bdm://there/shared/s/b");
            assertThat(item.item().destination()).endsWith("/b");
            assertThat(item.item().recursive()).isFalse();
        });
        assertThat(view(job).path("state").asString()).isEqualTo("PARTIAL");
        api.post("/jobs/" + again.id + "/cancel", "");
        assertThat(api.post("/jobs/" + again.id + "/retry", "").text("detail")).contains("no file");
    }

    @Test
    void reportHasEvidenceTimesAndExamples() {
        ListedJob job = submitted().list("a", "b").done(0).failed(1, ErrorCode.DESTINATION_EXISTS, "other content");
        JsonNode before = api.get("/jobs/" + job.id + "/report").json();
        assertThat(before.path("state").asString()).isEqualTo("ACTIVE");
        assertThat(before.path("files").path("done").asLong()).isEqualTo(1);
        job.end(JobState.PARTIAL);
        JsonNode report = api.get("/jobs/" + job.id + "/report").json();
        assertThat(report.path("evidence").get(0).path("level").asString()).isEqualTo("stream");
        assertThat(report.path("bytes").path("moved").asLong()).isEqualTo(100);
        assertThat(report.path("bytes").path("resent").asLong()).isEqualTo(10);
        assertThat(report.path("streams").asInt()).isEqualTo(2);
        assertThat(report.path("dataSecurity").asString()).isEqualTo("tls");
        assertThat(report.path("time").path("placingMillis").asLong()).isEqualTo(4);
        JsonNode failure = report.path("failures").get(0);
        assertThat(failure.path("code").asString()).isEqualTo("DESTINATION_EXISTS");
        assertThat(failure.path("advice").asString()).contains("updates or overwrites");
        assertThat(failure.path("examples").get(0).path("text").asString()).isEqualTo("other content");
    }

    @Test
    @Tag("U7")
    void reportOfARunningJobHasTheFiguresOfItsStatus() {
        ListedJob job = submitted().list("a", "b", "c").done(0);
        api.live.began(job.id, () -> new LiveJob(1, 1, 50, 1.5, 2, new BytesUnderWay(60, 40), "network"));
        JsonNode report = api.get("/jobs/" + job.id + "/report").json();
        assertThat(report.path("bytes")).isEqualTo(view(job).path("bytes"));
        assertThat(report.path("files")).isEqualTo(view(job).path("files"));
        assertThat(report.path("bytes").path("moved").asLong()).isEqualTo(160);
        api.live.ended(job.id, BytesUnderWay.NONE);
    }

    @Test
    void reportHasTheOptionsOfTheJobWithTheirDefaults() {
        JsonNode options = api.get("/jobs/" + submitted().id + "/report").json().path("options");
        assertThat(options.path("syncLevel").asString()).isEqualTo("mtime");
        assertThat(options.path("digest").asString()).isEqualTo("sha256");
        assertThat(options.path("priority").asInt()).isEqualTo(3);
        assertThat(options.path("preserve").isNull()).isTrue();
    }

    @Test
    void aJobThatHadNoFileEndsWellAndSaysSo() {
        ListedJob job = submitted();
        api.catalog.jobs().change(job.id, JobState.PLANNING, null).join();
        job.end(JobState.SUCCEEDED);
        assertThat(view(job).path("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(view(job).path("stateReason").path("code").asString()).isEqualTo("NO_FILES");
    }

    @Test
    void aJobWhoseFilesHaveAllEndedSaysThatItIsEndingAndNotThatNobodyMovesThem() {
        ListedJob job = submitted().list("a", "b").done(0).done(1);
        assertThat(view(job).path("stateReason").path("code").asString()).isEqualTo("ENDING");
        assertThat(view(job).path("stateReason").path("text").asString()).contains("have ended");
    }

    @Test
    void everyStateThatDoesNotMoveSaysWhySinceWhenAndWhatNext() {
        ListedJob queued = submitted();
        ListedJob waiting = submitted().list("a");
        Instant later = Instant.now().plusSeconds(600);
        waiting.waiting(0, ErrorCode.PEER_UNREACHABLE, "no answer from there", later);
        ListedJob idle = submitted().list("a");
        ListedJob failed = submitted()
                .list("a")
                .failed(0, ErrorCode.SOURCE_UNREADABLE, "no right")
                .end(JobState.FAILED);
        for (ListedJob job : List.of(queued, waiting, idle, failed)) {
            JsonNode why = api.get("/jobs/" + job.id + "/explanation").json();
            assertThat(why.path("reason").asString()).as(why.toString()).isNotEmpty();
            assertThat(why.path("since").isNull()).as(why.toString()).isFalse();
            assertThat(why.path("next").asString()).as(why.toString()).isNotEmpty();
            JsonNode reason = view(job).path("stateReason");
            assertThat(reason.isNull()).as(job.id + ": " + view(job)).isFalse();
        }
        JsonNode open = openFile(waiting);
        assertThat(open.path("errorText").asString()).isEqualTo("no answer from there");
        assertThat(Instant.parse(open.path("since").asString())).isBefore(later);
        assertThat(Instant.parse(open.path("waitingUntil").asString()))
                .isBetween(later.minusSeconds(1), later.plusSeconds(1));
    }

    private static JsonNode openFile(ListedJob job) {
        return api.get("/jobs/" + job.id + "/explanation")
                .json()
                .path("openFiles")
                .get(0);
    }

    @Test
    void fileThatWaitsSaysAfterHowManyRunsItFails() {
        Instant later = Instant.now().plusSeconds(600);
        ListedJob silent = submitted().list("a").waiting(0, ErrorCode.TIMED_OUT, "no answer", later);
        assertThat(openFile(silent).path("attemptsMax").asInt()).isEqualTo(8);
        ListedJob busy = submitted().list("a").waiting(0, ErrorCode.DESTINATION_BUSY, "job-1 writes it", later);
        assertThat(openFile(busy).path("attemptsMax").isNull()).isTrue();
    }

    /** From the sixteenth on the numbers of files are beyond 2^31. */
    @Test
    void filesOfLaterJobsAreFoundToo() {
        ListedJob job = submitted();
        while (job.id.number() < 17) job = submitted();
        job.list("a");
        assertThat(api.get("/jobs/" + job.id + "/files").json().path("items").size())
                .isEqualTo(1);
    }

    @Test
    void jobsAreListedNewestFirstByStateLabelAndOwner() {
        ListedJob first = submitted();
        ListedJob second = submitted();
        JsonNode page = api.get("/jobs?limit=1&state=queued").json();
        assertThat(page.path("items").get(0).path("id").asString()).isEqualTo(second.id.toString());
        String cursor = page.path("nextCursor").asString();
        JsonNode next = api.get("/jobs?limit=1&state=QUEUED&cursor=" + cursor).json();
        assertThat(next.path("items").get(0).path("id").asString()).isEqualTo(first.id.toString());
        assertThat(api.get("/jobs?q=no-such-label").json().path("items").size()).isZero();
        assertThat(api.get("/jobs?owner=nobody").json().path("items").size()).isZero();
        assertThat(api.get("/jobs?q=l&owner=operator-person")
                        .json()
                        .path("items")
                        .size())
                .isPositive();
    }

    /** A file as lists show it: how it was placed is told of a single one. */
    private static JsonNode inList(JsonNode one) {
        return ((ObjectNode) one.deepCopy()).putNull("placing");
    }
}
