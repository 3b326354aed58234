package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.WireLimits;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.history.JobDecision;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Looking at and steering a job from the site where it was submitted. One server plays both: what it asks site "there" it answers itself, as
 * the site "there" would answer site "here".
 */
class JobsElsewhereTest {
    private static final SiteName HERE = new SiteName("here");
    private static final SiteName THERE = new SiteName("there");
    private static final List<String> CALLS = List.of(
            "jobs.get",
            "jobs.cancel",
            "jobs.files",
            "jobs.file",
            "jobs.events",
            "jobs.decisions",
            "jobs.rates",
            "jobs.explanation",
            "jobs.report",
            "jobs.pause",
            "jobs.resume",
            "jobs.retry",
            "jobs.patch");
    private static final List<String> ROUTES = List.of(
            "GET /jobs/{jobId}",
            "GET /jobs/{jobId}/files",
            "GET /jobs/{jobId}/files/file-1",
            "GET /jobs/{jobId}/events",
            "GET /jobs/{jobId}/decisions",
            "GET /jobs/{jobId}/rates",
            "GET /jobs/{jobId}/explanation",
            "GET /jobs/{jobId}/report",
            "PATCH /jobs/{jobId}",
            "DELETE /jobs/{jobId}",
            "POST /jobs/{jobId}/pause",
            "POST /jobs/{jobId}/resume",
            "POST /jobs/{jobId}/cancel",
            "POST /jobs/{jobId}/retry");

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

    @BeforeEach
    void connect() {
        api.calls = (site, name, body) -> api.desk.answer(HERE, name, body);
    }

    /** A job that site "here" passed on for this person; its id where it is. */
    private static String passedOn(SiteName from, String owner) {
        return passedOn(from, owner, "d");
    }

    private static String passedOn(SiteName from, String owner, String directory) {
        jobs++;
        String job = SubmitTest.job(
                "TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/in/" + directory + jobs));
        String body = "{\"owner\":\"" + owner + "\",\"key\":\"k-" + jobs + "\",\"job\":" + job + "}";
        return ask(from, "jobs.submit", body).path("id").asString();
    }

    private static JsonNode ask(SiteName from, String name, String body) {
        return api.json.readTree(api.desk.answer(from, name, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static void grant(SiteGrant... grants) {
        api.catalog.sites().grant(THERE, List.of(grants)).join();
    }

    private static SiteGrant write(String prefix) {
        return new SiteGrant(THERE, new ExportName("data"), StorePath.ofUtf8(prefix), GrantVerb.WRITE);
    }

    private static Answer call(String route, String job, Role role) {
        String[] parts = route.replace("{jobId}", job).split(" ");
        return api.send(parts[0], parts[1], role, parts[0].equals("PATCH") ? "{\"priority\":2}" : null);
    }

    @Test
    void filesEventsExplanationAndReportAreThoseOfTheOtherSite() {
        String local = passedOn(HERE, "submitter-person");
        ListedJob work = new ListedJob(api.catalog, local)
                .list("a", "b", "c")
                .done(0)
                .failed(1, ErrorCode.SOURCE_UNREADABLE, "no");
        String path = "/jobs/there:" + local;
        Answer first = api.send("GET", path + "/files?limit=2", Role.SUBMITTER, null);
        assertThat(first.json().path("items")).as(first.body()).hasSize(2);
        Answer second =
                api.send("GET", path + "/files?limit=2&cursor=" + first.text("nextCursor"), Role.SUBMITTER, null);
        assertThat(second.json().path("items")).hasSize(1);
        assertThat(api.get(path + "/files?state=done&q=a").json())
                .isEqualTo(api.get("/jobs/" + local + "/files?state=done&q=a").json());
        String failed = api.get(path + "/files?state=FAILED")
                .json()
                .path("items")
                .get(0)
                .path("id")
                .asString();
        assertThat(api.get(path + "/files/" + failed).text("errorCode")).isEqualTo("SOURCE_UNREADABLE");
        assertThat(api.get(path + "/files/file-1").text("code")).isEqualTo("UNKNOWN_FILE");
        assertThat(api.get(path + "/files?state=nonsense").text("code")).isEqualTo("INVALID_REQUEST");

        JsonNode events = api.get(path + "/events?limit=1").json();
        assertThat(events.path("items").get(0).path("jobId").asString()).isEqualTo("there:" + local);
        assertThat(events.path("nextCursor").isNull()).isFalse();
        api.catalog
                .decisions()
                .add(work.id, List.of(new JobDecision(Instant.now(), "there", "streams", 1, 2, 1000, "2 are tried.")))
                .join();
        assertThat(api.get(path + "/decisions").json())
                .isEqualTo(api.get("/jobs/" + local + "/decisions").json());
        assertThat(api.get(path + "/decisions").body()).contains("2 are tried.");
        assertThat(api.get(path + "/rates").json().path("marks")).isNotEmpty();
        assertThat(api.get(path + "/explanation").text("jobId")).isEqualTo("there:" + local);
        work.end(JobState.PARTIAL);
        Answer report = api.send("GET", path + "/report", Role.SUBMITTER, null);
        assertThat(report.text("jobId")).isEqualTo("there:" + local);
        assertThat(report.text("state")).isEqualTo("PARTIAL");
    }

    @Test
    void pagesAreCutToWhatFitsIntoOneMessage() {
        String local = passedOn(HERE, "submitter-person", "d".repeat(200));
        String[] names = new String[250];
        for (int i = 0; i < names.length; i++) names[i] = String.format("%03d", i) + "é".repeat(120);
        new ListedJob(api.catalog, local).list(names);
        List<Integer> sizes = new ArrayList<>();
        api.calls = (site, name, body) -> {
            byte[] answer = api.desk.answer(HERE, name, body);
            sizes.add(answer.length);
            return answer;
        };
        int seen = 0;
        String cursor = "";
        do {
            Answer page = api.get("/jobs/there:" + local + "/files?limit=1000" + cursor);
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            seen += page.json().path("items").size();
            cursor = page.json().path("nextCursor").isNull() ? null : "&cursor=" + page.text("nextCursor");
        } while (cursor != null);
        assertThat(seen).isEqualTo(names.length);
        assertThat(sizes).hasSizeGreaterThan(1).allMatch(size -> size <= WireLimits.CALL_BODY_BYTES_MAX);
    }

    @Test
    void aPersonSteersTheOwnJobAndBothAuditLogsNameHim() {
        String local = passedOn(HERE, "submitter-person");
        String id = "there:" + local;
        assertThat(call("POST /jobs/{jobId}/pause", id, Role.SUBMITTER).text("state"))
                .isEqualTo("PAUSED");
        assertThat(call("POST /jobs/{jobId}/pause", id, Role.SUBMITTER).status())
                .as("again")
                .isEqualTo(200);
        assertThat(call("POST /jobs/{jobId}/resume", id, Role.SUBMITTER).text("state"))
                .isEqualTo("QUEUED");
        String tag = api.get("/jobs/" + local).header("ETag");
        assertThat(patched(id, "\"0\"").text("code")).isEqualTo("CHANGED_MEANWHILE");
        Answer patched = patched(id, tag);
        assertThat(patched.json().path("priority").asInt()).as(patched.body()).isEqualTo(1);
        assertThat(patched.header("ETag"))
                .isNotEqualTo(tag)
                .isEqualTo(api.get("/jobs/" + id).header("ETag"));
        new ListedJob(api.catalog, local)
                .list("a")
                .failed(0, ErrorCode.SOURCE_UNREADABLE, "no")
                .end(JobState.FAILED);
        Answer retried = call("POST /jobs/{jobId}/retry", id, Role.SUBMITTER);
        assertThat(retried.status()).as(retried.body()).isEqualTo(201);
        assertThat(retried.text("retryOf")).isEqualTo(id);
        assertThat(retried.text("owner")).isEqualTo("site:here/submitter-person");
        assertThat(retried.header("Location")).isEqualTo("/api/v1/jobs/" + retried.text("id"));
        assertThat(call("POST /jobs/{jobId}/cancel", retried.text("id"), Role.OPERATOR)
                        .status())
                .isEqualTo(202);

        assertAudited("submitter-person", "POST /api/v1/jobs/{jobId}/pause", "/api/v1/jobs/" + id + "/pause");
        assertAudited("site:here/submitter-person", "CALL jobs.pause", local);
        assertAudited("site:here/submitter-person", "CALL jobs.resume", local);
        assertAudited("site:here/submitter-person", "CALL jobs.patch", local);
        assertAudited("site:here/submitter-person", "CALL jobs.retry", local);
        assertAudited(
                "site:here/operator-person",
                "CALL jobs.cancel",
                retried.text("id").substring("there:".length()));
    }

    private static Answer patched(String id, String ifMatch) {
        return api.send(api.request("/jobs/" + id, Role.SUBMITTER)
                .header("Content-Type", "application/json")
                .header("If-Match", ifMatch)
                .method("PATCH", BodyPublishers.ofString("{\"priority\":1}")));
    }

    private static void assertAudited(String actor, String action, String object) {
        await().untilAsserted(() -> assertThat(api.catalog.audit().after(0, 1000))
                .anySatisfy(line -> assertThat(List.of(line.actor(), line.action(), line.object()))
                        .containsExactly(actor, action, object)));
    }

    @Test
    void anAnswerThatIsNotWhatWasAskedForIsTheFaultOfTheOtherSite() {
        String id = "there:" + passedOn(HERE, "submitter-person");
        for (String answer : List.of("", "[]", "{}", "{\"id\":\"job-1\"}", "{\"files\":7}", "no JSON")) {
            api.calls = (site, name, body) -> answer.getBytes(StandardCharsets.UTF_8);
            for (String path : List.of("", "/files", "/events", "/report", "/explanation")) {
                Answer refused = api.send("GET", "/jobs/" + id + path, Role.SUBMITTER, null);
                assertThat(refused.text("code")).as(path + " " + answer).isEqualTo("PROTOCOL_VIOLATION");
            }
            if (answer.startsWith("{")) continue; // fields that are not there are empty lists
            assertThat(api.send("GET", "/sites/there/grants", Role.SUBMITTER, null)
                            .text("code"))
                    .isEqualTo("PROTOCOL_VIOLATION");
        }
    }

    @Test
    void aRetryThatTravelsTwiceMakesOneJob() {
        String local = passedOn(HERE, "submitter-person");
        new ListedJob(api.catalog, local)
                .list("a")
                .failed(0, ErrorCode.SOURCE_UNREADABLE, "no")
                .end(JobState.FAILED);
        List<String> made = new ArrayList<>();
        api.calls = (site, name, body) -> {
            byte[] answer = api.desk.answer(HERE, name, body);
            if (!name.equals("jobs.retry")) return answer;
            made.add(api.json.readTree(answer).path("id").asString());
            made.add(api.json
                    .readTree(api.desk.answer(HERE, name, body))
                    .path("id")
                    .asString());
            throw new MoverException(ErrorCode.CONNECTION_LOST, "the stream ended");
        };
        Answer lost = call("POST /jobs/{jobId}/retry", "there:" + local, Role.SUBMITTER);
        assertThat(lost.text("code")).as(lost.body()).isEqualTo("OUTCOME_UNKNOWN");
        assertThat(made.get(0)).isEqualTo(made.get(1));
    }

    @Test
    void aJobOfSomebodyElseIsAsOneThatDoesNotExist() {
        String ofOperator = "there:" + passedOn(HERE, "operator-person");
        String ofSubmitter = passedOn(HERE, "submitter-person");
        for (String route : ROUTES) {
            for (String job : List.of(ofOperator, "there:job-999", "there:there:job-1")) {
                Answer answer = call(route, job, Role.SUBMITTER);
                assertThat(answer.text("code")).as(route + " " + job).isEqualTo("UNKNOWN_JOB");
                assertThat(answer.text("detail")).isEqualTo("there is no job '" + job + "'");
            }
            assertThat(call(route, "elsewhere:" + ofSubmitter, Role.ADMIN).text("code"))
                    .as(route)
                    .isEqualTo("UNKNOWN_JOB");
        }
        assertThat(api.get("/jobs/" + ofOperator).text("state")).isEqualTo("QUEUED");
        Answer byReader = call("POST /jobs/{jobId}/pause", ofOperator, Role.READER);
        assertThat(byReader.text("code")).isEqualTo("NOT_ALLOWED");
    }

    @Test
    void aSiteSeesAndChangesNothingButItsOwnJobsAndOnlyWhileItsGrantCoversThem() {
        grant(write("in"));
        String own = passedOn(THERE, "ann");
        String ofHere = passedOn(HERE, "ann");
        for (String call : CALLS) {
            assertRefused(ErrorCode.UNKNOWN_JOB, THERE, call, ofHere);
            assertRefused(ErrorCode.UNKNOWN_JOB, THERE, call, "job-999");
            assertRefused(ErrorCode.UNKNOWN_JOB, THERE, call, "job-7 OR 1=1");
            assertRefused(ErrorCode.UNKNOWN_JOB, new SiteName("ther"), call, own);
            grant(write("other"));
            assertRefused(ErrorCode.NOT_ALLOWED, THERE, call, own);
            grant();
            assertRefused(ErrorCode.NOT_ALLOWED, THERE, call, own);
            assertRefused(ErrorCode.UNKNOWN_JOB, THERE, call, ofHere);
            grant(write("in"));
        }
        assertThat(ask(THERE, "jobs.files", question(own)).path("items")).isEmpty();
        assertThat(api.get("/jobs/" + own).text("state")).isEqualTo("QUEUED");
        assertAudited("site:there/ann", "CALL jobs.pause", ofHere);
    }

    private static String question(String job) {
        return "{\"job\":\"" + job + "\",\"by\":\"ann\"}";
    }

    private static void assertRefused(ErrorCode code, SiteName from, String name, String job) {
        assertThatThrownBy(() -> ask(from, name, question(job)))
                .as(name + " of " + job + " from " + from)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aGrantThatWasTakenBackIsSaidWithTheAddressOfTheSite() {
        String id = "there:" + passedOn(HERE, "submitter-person");
        api.calls = (site, name, body) -> {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "nothing may be written for it");
        };
        for (String route : ROUTES) {
            Answer answer = call(route, id, Role.OPERATOR);
            assertThat(answer.text("code")).as(route).isEqualTo("NOT_ALLOWED");
            assertThat(answer.text("detail")).contains("site 'there'", "https://there.example:8470");
        }
    }

    @Test
    void aSiteThatDoesNotAnswerIsSaidWithWhatWasKnownToWhoMaySeeIt() {
        String id = "there:" + passedOn(HERE, "operator-person");
        String own = "there:" + passedOn(HERE, "submitter-person");
        assertThat(api.get("/jobs/" + id).status()).isEqualTo(200);
        api.contacts.seen(THERE);
        Map<ErrorCode, String> failures = Map.of(
                ErrorCode.PEER_UNREACHABLE, "refused",
                ErrorCode.TIMED_OUT, "25 s",
                ErrorCode.CONNECTION_LOST, "ended",
                ErrorCode.STOPPING, "the control plane is starting or stopping");
        failures.forEach((code, why) -> {
            api.calls = (site, name, body) -> {
                throw new MoverException(code, why);
            };
            Answer answer = api.get("/jobs/" + id + "/files");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.text("code")).isEqualTo("PEER_UNREACHABLE");
            assertThat(answer.text("detail"))
                    .contains("site 'there' does not answer (" + why)
                    .contains("it last answered at 20")
                    .contains("the job was QUEUED with 0 of 0 files done");
        });
        assertThat(call("GET /jobs/{jobId}/report", own, Role.SUBMITTER).text("detail"))
                .doesNotContain("the job was");
    }

    @Test
    void whatOnlyTheOtherSiteDoesIsRefusedWithItsAddress() {
        String id = "there:" + passedOn(HERE, "submitter-person");
        Answer deleted = call("DELETE /jobs/{jobId}", id, Role.SUBMITTER);
        assertThat(deleted.text("code")).isEqualTo("UNSUPPORTED");
        assertThat(deleted.text("detail")).contains("https://there.example:8470");
    }

    @Test
    void aLiveFeedHasTheEventsOfTheOtherSiteAndEndsWithTheJob() {
        String local = passedOn(HERE, "submitter-person");
        String id = "there:" + local;
        new ListedJob(api.catalog, local).list("a").done(0).end(JobState.SUCCEEDED);
        Answer whole = feed(id, "0");
        assertThat(whole.status()).as(whole.body()).isEqualTo(200);
        JsonNode pages = api.get("/jobs/" + id + "/events").json().path("items");
        assertThat(whole.body().lines().filter(line -> line.startsWith("id:")))
                .as("each event once, in order")
                .hasSameElementsAs(ids(pages))
                .hasSize(pages.size());
        assertThat(whole.body()).contains("\"jobId\":\"" + id + "\"").doesNotContain("\"jobId\":\"job-");
        String last = pages.get(pages.size() - 1).path("id").asString();
        assertThat(feed(id, last).body()).as("nothing is new").doesNotContain("id:");
        assertThat(feed(id, "").body()).as("from now on").doesNotContain("id:");
    }

    private static Answer feed(String id, String lastEventId) {
        return api.send(api.request("/jobs/" + id + "/events", Role.SUBMITTER)
                .header("Accept", "text/event-stream")
                .header("Last-Event-ID", lastEventId));
    }

    private static List<String> ids(JsonNode events) {
        List<String> ids = new ArrayList<>();
        events.forEach(event -> ids.add("id:" + event.path("id").asString()));
        return ids;
    }
}
