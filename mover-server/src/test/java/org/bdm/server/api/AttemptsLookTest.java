package org.bdm.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.api.RunningApi.Answer;
import org.bdm.server.catalog.job.JobReason;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.site.access.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The attempts of a file that was tried more than once, as they are told. */
class AttemptsLookTest {
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
                SubmitTest.job("TREE", SubmitTest.item("bdm://there/shared/s", "bdm://here/data/tried" + jobs)));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return new ListedJob(api.catalog, answer.text("id"));
    }

    private static JsonNode tries(ListedJob job, String name) {
        JsonNode files = api.get("/jobs/" + job.id + "/files").json().path("items");
        for (JsonNode file : files) {
            if (!file.path("destination").asString().endsWith("/" + name)) continue;
            assertThat(file.path("tries")).as("lists have none").isEmpty();
            return api.get("/jobs/" + job.id + "/files/" + file.path("id").asString())
                    .json()
                    .path("tries");
        }
        throw new AssertionError("there is no " + name);
    }

    @Test
    void attemptsOfAFileAreToldOneByOneUnlessTheFirstWasGood() {
        ListedJob job = submitted()
                .list("a", "b", "c", "d")
                .done(0)
                .tried(1, 1, ErrorCode.TIMED_OUT, "no answer")
                .tried(1, 2, ErrorCode.CONNECTION_LOST, "it broke")
                .tried(2, 1, ErrorCode.TIMED_OUT, "no answer");
        assertThat(tries(job, "a")).isEmpty();
        assertThat(tries(job, "d")).isEmpty();
        JsonNode tries = tries(job, "b");
        assertThat(tries.size()).isEqualTo(2);
        assertThat(tries.get(0).path("outcome").asString()).isEqualTo("TIMED_OUT");
        assertThat(tries.get(1).path("outcome").asString()).isEqualTo("FAILED");
        assertThat(tries.get(1).path("code").asString()).isEqualTo("CONNECTION_LOST");
        assertThat(tries.get(1).path("bytes").asLong()).isEqualTo(30);
        assertThat(tries.get(1).path("source").asString()).isEqualTo("there");
        Instant started = Instant.parse(tries.get(1).path("started").asString());
        assertThat(started.plusMillis(10))
                .isEqualTo(Instant.parse(tries.get(1).path("ended").asString()));
        api.catalog
                .jobs()
                .end(job.id, JobState.CANCELLED, new JobReason("CANCELLED", "by ann", Instant.now(), null), "{}")
                .join();
        assertThat(tries(job, "d").get(0).path("outcome").asString()).isEqualTo("CANCELLED_BY_USER");
        assertThat(tries(job, "c").size()).isEqualTo(2);
    }

    @Test
    void whatTheSystemCancelledIsNotSaidToBeCancelledByAUser() {
        ListedJob job = submitted().list("a", "b").failed(0, ErrorCode.DESTINATION_EXISTS, "no");
        api.catalog
                .jobs()
                .end(
                        job.id,
                        JobState.FAILED,
                        new JobReason("DESTINATION_EXISTS", "it stops", Instant.now(), null),
                        "{}")
                .join();
        assertThat(tries(job, "b").get(0).path("outcome").asString()).isEqualTo("CANCELLED_BY_SYSTEM");
    }
}
