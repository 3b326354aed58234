package org.bdm.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.client.FakeServer;
import org.bdm.client.Recorded;
import org.bdm.client.cli.CommandRun.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobSteeringTest {
    private final FakeServer server = new FakeServer();
    private final CommandRun command = new CommandRun().environment("BDM_SERVER", server.url());

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void severalJobsAreSteeredAlthoughOneOfThemIsRefused() {
        server.on("POST /jobs/job-7/pause", 200, Recorded.job("PAUSED"))
                .on("POST /jobs/job-8/pause", 404, Recorded.problem(404, "UNKNOWN_JOB"))
                .on("POST /jobs/job-9/pause", 200, Recorded.job("PAUSED").replace("job-7", "job-9"));
        Result result = command.run("pause", "job-7", "job-8", "job-9");
        assertThat(result.err()).contains("job-7 PAUSED", "job-8:", "UNKNOWN_JOB", "job-9 PAUSED");
        assertThat(result.code()).isEqualTo(5);
    }

    @Test
    void aLabelMeansTheJobsWithExactlyThatLabelToWhichTheVerbApplies() {
        server.on(
                        "GET /jobs",
                        200,
                        Recorded.page(
                                Recorded.job("ACTIVE"),
                                Recorded.job("SUCCEEDED").replace("job-7", "job-8"),
                                Recorded.job("ACTIVE").replace("job-7", "job-9").replace("\"tas\"", "\"tasmax\"")))
                .on("POST /jobs/job-7/cancel", 200, Recorded.job("CANCELLED"));
        Result result = command.run("cancel", "--label", "tas");
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEqualToNormalizingNewlines("job-7 CANCELLED\n");
    }

    @Test
    void deleteNamesTheJobsThatItDeletedAndALabelMeansThoseThatHaveEnded() {
        server.on(
                        "GET /jobs",
                        200,
                        Recorded.page(Recorded.job("ACTIVE").replace("job-7", "job-8"), Recorded.job("SUCCEEDED")))
                .on("DELETE /jobs/job-7", 200, Recorded.job("SUCCEEDED"));
        assertThat(command.run("delete", "job-7").err()).isEqualToNormalizingNewlines("job-7 was deleted\n");
        assertThat(command.run("delete", "--label", "tas").err()).isEqualToNormalizingNewlines("job-7 was deleted\n");
    }

    @Test
    void idsOrALabelAreNeeded() {
        assertThat(command.run("resume").code()).isEqualTo(2);
        assertThat(command.run("retry", "job-1", "--label", "tas").code()).isEqualTo(2);
    }
}
