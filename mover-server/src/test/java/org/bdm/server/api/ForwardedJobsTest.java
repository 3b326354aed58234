package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Jobs for another site, which are passed on, and jobs that another site passes on to this one. */
class ForwardedJobsTest {
    private static final SiteName THERE = new SiteName("there");

    @TempDir
    Path home;

    private RunningApi api;
    private final List<String> called = new ArrayList<>();

    @BeforeEach
    void start() {
        api = new RunningApi(home);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static String tree(String source, String destination) {
        return SubmitTest.job("TREE", SubmitTest.item(source, destination));
    }

    private void grant(SiteGrant... grants) {
        api.catalog.sites().grant(THERE, List.of(grants)).join();
    }

    private static SiteGrant write(String prefix) {
        return new SiteGrant(THERE, new ExportName("data"), StorePath.ofUtf8(prefix), GrantVerb.WRITE);
    }

    private JsonNode ask(String name, String body) {
        return ask(THERE, name, body);
    }

    private JsonNode ask(SiteName from, String name, String body) {
        return api.json.readTree(api.desk.answer(from, name, body.getBytes(StandardCharsets.UTF_8)));
    }

    private static String forwarded(String key, String job) {
        return "{\"owner\":\"ann\",\"key\":\"" + key + "\",\"job\":" + job + "}";
    }

    private static String question(String job) {
        return "{\"job\":\"" + job + "\",\"by\":\"ann\"}";
    }

    private void assertRefused(ErrorCode code, String name, String body) {
        assertThatThrownBy(() -> ask(name, body))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aJobForAPairedSiteIsPassedOnAndFollowedUnderAnIdThatNamesTheSite() {
        Answer local = api.post("/jobs", tree("bdm://there/shared/x", "bdm://here/data/x"));
        String remote = local.body().replace("admin-person", "site:here/admin-person");
        api.calls = (site, name, body) -> {
            called.add(site + " " + name + " " + new String(body, StandardCharsets.UTF_8));
            return remote.getBytes(StandardCharsets.UTF_8);
        };
        Answer answer = api.post("/jobs", tree("bdm://here/data/a", "bdm://there/shared/a"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        String id = "there:" + local.text("id");
        assertThat(answer.text("id")).isEqualTo(id);
        assertThat(answer.header("Location")).isEqualTo("/api/v1/jobs/" + id);
        assertThat(called)
                .singleElement()
                .asString()
                .startsWith("there jobs.submit {")
                .contains("\"admin-person\"");

        assertThat(api.get("/jobs/" + id).text("owner")).isEqualTo("site:here/admin-person");
        assertThat(called).as("known for a second").hasSize(1);
        Answer cancelled = api.send("POST", "/jobs/" + id + "/cancel", Role.OPERATOR, null);
        assertThat(cancelled.status()).as(cancelled.body()).isEqualTo(202);
        assertThat(called.get(1)).startsWith("there jobs.cancel {").contains(local.text("id"));
        assertThat(api.get("/jobs/elsewhere:job-1").text("code")).isEqualTo("UNKNOWN_JOB");
    }

    @Test
    void aSiteThatGrantsNothingIsNamedWithItsUrl() {
        Answer answer = api.post("/jobs", tree("bdm://here/data/a", "bdm://there/shared/a"));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo("DESTINATION_NOT_LOCAL");
        assertThat(answer.text("detail")).contains("nothing may be written", "https://there.example:8470");
    }

    @Test
    void aLostAnswerSaysHowToAskAgain() {
        api.calls = (site, name, body) -> {
            called.add(new String(body, StandardCharsets.UTF_8));
            throw new MoverException(ErrorCode.CONNECTION_LOST, "the stream ended");
        };
        Answer answer = api.post("/jobs", tree("bdm://here/data/a", "bdm://there/shared/a"));
        assertThat(answer.text("code")).isEqualTo("OUTCOME_UNKNOWN");
        assertThat(called).hasSize(3);
        assertThat(called).allMatch(called.get(0)::equals);
        String key = api.json.readTree(called.get(0)).path("key").asString();
        assertThat(answer.text("detail")).contains("Idempotency-Key " + key);
    }

    @Test
    void anotherSiteSubmitsWhereItMayWriteAndTwiceIsOnce() {
        grant(write("in"));
        String job = tree("bdm://there/shared/a", "bdm://here/data/in/a");
        JsonNode made = ask("jobs.submit", forwarded("k-1", job));
        assertThat(made.path("owner").asString()).isEqualTo("site:there/ann");
        assertThat(made.path("state").asString()).isEqualTo("QUEUED");
        assertThat(ask("jobs.submit", forwarded("k-1", job)).path("id")).isEqualTo(made.path("id"));
        assertThat(ask("jobs.submit", forwarded("k-2", job)).path("id")).isNotEqualTo(made.path("id"));
        assertRefused(
                ErrorCode.IDEMPOTENCY_KEY_REUSED,
                "jobs.submit",
                forwarded("k-1", tree("bdm://there/shared/b", "bdm://here/data/in/b")));
    }

    @Test
    void anotherSiteNeitherWritesNorHasReadWhatItMayNot() {
        String into = "bdm://here/data/in/a";
        assertRefused(ErrorCode.NOT_ALLOWED, "jobs.submit", forwarded("k", tree("bdm://there/shared/a", into)));
        grant(write("in"));
        assertRefused(
                ErrorCode.NOT_ALLOWED,
                "jobs.submit",
                forwarded("k", tree("bdm://there/shared/a", "bdm://here/data/inside")));
        assertRefused(ErrorCode.NOT_ALLOWED, "jobs.submit", forwarded("k", tree("bdm://here/archive/secret", into)));
        String allowedBeside = tree("bdm://there/shared/a", "bdm://here/data/out")
                .replace("\"kind\"", "\"destination\":\"" + into + "\",\"kind\"");
        assertRefused(ErrorCode.NOT_ALLOWED, "jobs.submit", forwarded("k", allowedBeside));
        assertRefused(ErrorCode.UNSUPPORTED, "jobs.submit", forwarded("k", "{\"kind\":\"REPAIR\",\"datasets\":[]}"));
        assertRefused(ErrorCode.UNSUPPORTED, "jobs.delete", question("job-1"));
        grant(write("in"), new SiteGrant(THERE, new ExportName("archive"), StorePath.ofUtf8("secret"), GrantVerb.READ));
        assertThat(ask("jobs.submit", forwarded("k", tree("bdm://here/archive/secret", into)))
                        .path("state")
                        .asString())
                .isEqualTo("QUEUED");
    }

    @Test
    void anotherSiteSeesAndCancelsItsOwnJobsOnly() {
        grant(write(""));
        Answer own = api.post("/jobs", tree("bdm://there/shared/x", "bdm://here/data/x"));
        assertRefused(ErrorCode.UNKNOWN_JOB, "jobs.get", question(own.text("id")));
        JsonNode made = ask("jobs.submit", forwarded("k", tree("bdm://there/shared/a", "bdm://here/data/in/a")));
        String id = made.path("id").asString();
        assertThatThrownBy(() -> ask(new SiteName("ther"), "jobs.get", question(id)))
                .isInstanceOf(MoverException.class);
        assertThat(ask("jobs.get", question(id)).path("id").asString()).isEqualTo(id);
        assertThat(ask("jobs.cancel", question(id)).path("state").asString()).isEqualTo("CANCELLED");
    }

    @Test
    @Tag("A1")
    void aJobThatAPersonHereRetriesKeepsTheRightsOfTheSiteThatPassedItOn() {
        grant(write("in"));
        JsonNode made = ask("jobs.submit", forwarded("k", tree("bdm://there/shared/s", "bdm://here/data/in/a")));
        ListedJob job = new ListedJob(api.catalog, made.path("id").asString());
        job.list("a").failed(0, ErrorCode.DESTINATION_EXISTS, "other content").end(JobState.FAILED);
        Answer retried = api.post("/jobs/" + job.id + "/retry", "");
        assertThat(retried.status()).as(retried.body()).isEqualTo(201);
        assertThat(retried.text("owner")).isEqualTo("site:there/ann");
    }
}
