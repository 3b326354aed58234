package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.FileTrouble;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs with the same destination. */
class OneWriterPerPathTest {
    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 1).file("two.nc", 2));
        site.sources.show("c", new TestTree().file("one.nc", 1).file("other.nc", 2));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JobId submit(String source) {
        return site.submit(new TestSite.Options(), TestSite.tree(source, "bdm://b/in/tree"));
    }

    private List<StorePath> asked(JobId job) {
        return site.sessions.begun().stream()
                .filter(session -> session.job.equals(job))
                .flatMap(session -> session.entries.stream())
                .map(entry -> entry.destination())
                .toList();
    }

    @Test
    void theFileOfTheSecondJobWaitsAndSaysForWhichAndOthersGoOn() {
        site.sessions.ends(entry -> asked(site.sessions.begun().get(0).job).contains(entry.destination())
                        && !entry.source().shown().equals("other.nc")
                ? null
                : TestSessions.done(entry));
        JobId first = submit("a");
        site.start();
        await().until(() -> asked(first).size() == 2);
        JobId second = submit("c");

        await().until(() -> site.count(second, FileState.DONE) == 1 && site.count(second, FileState.WAITING) == 1);
        assertThat(asked(second)).containsExactly(StorePath.ofUtf8("tree/other.nc"));
        FileRow waiting = site.files(second).stream()
                .filter(row -> row.state() == FileState.WAITING)
                .findFirst()
                .orElseThrow();
        FileTrouble trouble = waiting.trouble();
        assertThat(trouble.code()).isEqualTo(ErrorCode.DESTINATION_BUSY);
        assertThat(trouble.text()).contains(first.toString()).contains("tree/one.nc");
        assertThat(waiting.effort().attempts()).as("it was not tried").isZero();

        site.sessions.ends(TestSessions::done);
        site.sessions
                .begun()
                .get(0)
                .listener
                .onOutcomes(
                        0,
                        site.sessions.begun().get(0).entries.stream()
                                .map(TestSessions::done)
                                .toList());
        site.sessions.begun().get(0).listener.onChunkEnded(0);
        site.when(first, JobState.SUCCEEDED);
        site.clock.turn(Duration.ofSeconds(30));
        site.when(second, JobState.SUCCEEDED);
        assertThat(asked(second)).contains(StorePath.ofUtf8("tree/one.nc"));
    }

    @Test
    void aPathIsFreeWhenTheJobThatHeldItStops() {
        site.sessions.ends(entry -> null);
        JobId first = submit("a");
        site.start();
        await().until(() -> asked(first).size() == 2);
        site.scheduler.cancel(first, "no longer wanted").join();
        await().until(() -> site.sessions.begun().get(0).isStopped);
        site.sessions.ends(TestSessions::done);
        JobId second = submit("c");
        await().pollInterval(Duration.ofMillis(50)).until(() -> {
            site.clock.turn(Duration.ofSeconds(5)); // it may have looked a moment too early
            return site.job(second).state() == JobState.SUCCEEDED;
        });
    }

    @Test
    void manyJobsOfOneTreeAllEnd() {
        TestTree tree = new TestTree();
        for (int i = 0; i < 2500; i++) tree.file("d" + i % 7 + "/f" + i, 1);
        site.sources.show("a", tree);
        List<JobId> jobs = Stream.of("a", "a", "a").map(this::submit).toList();
        site.start();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    site.clock.turn(Duration.ofSeconds(5));
                    return jobs.stream().allMatch(job -> site.job(job).state() == JobState.SUCCEEDED);
                });
        for (JobId job : jobs) assertThat(site.count(job, FileState.DONE)).isEqualTo(2500);
    }
}
