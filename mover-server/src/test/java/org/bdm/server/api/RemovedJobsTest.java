package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.transfer.Origin;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that were deleted, and those whose rows of files were removed. */
class RemovedJobsTest {
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
                SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/removed" + jobs)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ListedJob(api.catalog, answer.text("id"));
    }

    @Test
    void deletedJobIsShownNoMoreAndARunningOneIsRefused() {
        ListedJob job = submitted().list("a", "b").done(0).failed(1, ErrorCode.DESTINATION_EXISTS, "other content");
        Answer refused = api.send("DELETE", "/jobs/" + job.id, Role.OPERATOR, "");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("detail")).contains("is ACTIVE; cancel it first with 'bdm-client cancel " + job.id);
        job.end(JobState.PARTIAL);
        assertThat(api.send("DELETE", "/jobs/" + job.id, Role.READER, "").status())
                .isEqualTo(403);
        assertThat(api.send("DELETE", "/jobs/" + job.id, Role.SUBMITTER, "").status())
                .isEqualTo(404);
        for (int times = 0; times < 2; times++) {
            Answer deleted = api.send("DELETE", "/jobs/" + job.id, Role.OPERATOR, "");
            assertThat(deleted.status()).as(deleted.body()).isEqualTo(200);
            assertThat(deleted.text("id")).isEqualTo(job.id.toString());
        }
        assertThat(api.send("DELETE", "/jobs/job-999999", Role.OPERATOR, "").text("code"))
                .isEqualTo("UNKNOWN_JOB");
        for (String part : List.of("", "/files", "/events", "/report")) {
            assertThat(api.get("/jobs/" + job.id + part).text("code")).isEqualTo("UNKNOWN_JOB");
        }
        assertThat(api.post("/jobs/" + job.id + "/retry", "").text("code")).isEqualTo("UNKNOWN_JOB");
        assertThat(api.get("/jobs").body()).doesNotContain("\"" + job.id + "\"");
    }

    @Test
    @Tag("D3")
    void reportSaysWhatFilesRestOnWithoutAPublishedDigestAlsoOnceTheirRowsAreRemoved() {
        ListedJob job =
                submitted().list("a", "b").came(0, new Origin.Asked(1, 5)).came(1, new Origin.Asked(3, 12_000));
        job.end(JobState.SUCCEEDED);
        String restsOn =
                "2 files rest on what data nodes sent, since no digest is published: 1 came in one request, 1 in up"
                        + " to 3 requests over 12 seconds, between which the content may have changed";
        assertThat(api.get("/jobs/" + job.id + "/report").text("restsOn")).isEqualTo(restsOn);
        api.catalog.fileRemovals().begin(job.id, false).join();
        api.catalog.fileRemovals().remove(job.id, () -> false);
        assertThat(api.get("/jobs/" + job.id + "/report").text("restsOn")).isEqualTo(restsOn);
    }

    @Test
    void jobWhoseFileRowsWereRemovedKeepsItsStateItsCountsAndItsReport() {
        ListedJob job = submitted().list("a", "b").done(0).failed(1, ErrorCode.DESTINATION_EXISTS, "other content");
        job.end(JobState.PARTIAL);
        api.catalog.fileRemovals().begin(job.id, false).join();
        api.catalog.fileRemovals().remove(job.id, () -> false);
        assertThat(api.get("/jobs/" + job.id).json().path("state").asString()).isEqualTo("PARTIAL");
        assertThat(api.get("/jobs/" + job.id).json().path("files").path("total").asLong())
                .isEqualTo(2);
        assertThat(api.get("/jobs/" + job.id).json().path("files").path("done").asLong())
                .isEqualTo(1);
        assertThat(api.get("/jobs/" + job.id + "/report")
                        .json()
                        .path("failures")
                        .size())
                .isEqualTo(1);
        assertThat(api.get("/jobs/" + job.id + "/explanation").status()).isEqualTo(200);
        for (String part : List.of("/files", "/files?state=active", "/files/1", "/events")) {
            Answer gone = api.get("/jobs/" + job.id + part);
            assertThat(gone.status()).as(part).isEqualTo(410);
            assertThat(gone.text("code")).isEqualTo("FILES_REMOVED");
            assertThat(gone.text("detail"))
                    .contains("the rows of files and events of " + job.id + " were removed at 20");
        }
        assertThat(api.post("/jobs/" + job.id + "/retry", "").text("code")).isEqualTo("FILES_REMOVED");
    }
}
