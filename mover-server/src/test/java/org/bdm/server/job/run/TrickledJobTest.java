package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.JobSettings.OnNoSpace;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that trickles transfers what fits with a reserve, and waits with the rest. */
class TrickledJobTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("a.nc", 3 * GIB).file("b.nc", 2 * GIB));
        site.sources.show("c", new TestTree().file("c.nc", 3 * GIB).file("d.nc", GIB));
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void room(long bytes) {
        site.destination.faults().spaceBytes(bytes);
    }

    private JobId trickle(String source, String destination) {
        TestSite.Options options = new TestSite.Options();
        options.onNoSpace = OnNoSpace.TRICKLE;
        return site.submit(options, TestSite.tree(source, destination));
    }

    @Test
    void whatFitsIsTransferredAndTheRestWaitsUntilThereIsRoom() {
        room(4 * GIB + GIB / 2);
        site.sessions.ends(entry -> {
            room(GIB + GIB / 2); // as it is with that file on disk
            return TestSessions.done(entry);
        });
        JobId job = trickle("a", "bdm://b/in/tree");
        site.start();
        Job paused = site.ended(job);
        assertThat(paused.reason().code()).isEqualTo("NO_SPACE");
        assertThat(paused.reason().text())
                .contains(
                        "at least 2147483648 bytes are needed, 1610612736 are free, 536870912 are missing",
                        "; the job trickles: each file is transferred that leaves 1073741824 bytes free");
        assertThat(site.states(job)).isEqualTo(Map.of("a.nc", "DONE", "b.nc", "WAITING(NO_SPACE)"));
        assertThat(site.files(job).get(1).effort().attempts()).isZero();
        assertThat(site.files(job).get(1).trouble().text())
                .contains("'in' now: 2147483648 bytes are needed", "are free", "1073741824 bytes", "stay free");

        site.sessions.ends(TestSessions::done);
        room(3 * GIB);
        site.clock.turn(Duration.ofSeconds(63));
        assertThat(site.when(job, JobState.SUCCEEDED).reason()).isNull();
    }

    @Test
    void whileItTricklesItSaysWhy() {
        room(4 * GIB + GIB / 2);
        site.sessions.ends(entry -> null);
        JobId job = trickle("a", "bdm://b/in/tree");
        site.start();
        Job active = site.when(job, found -> found.reason() != null);
        assertThat(active.state()).isEqualTo(JobState.ACTIVE);
        assertThat(active.reason().code()).isEqualTo("NO_SPACE");
        assertThat(active.reason().text())
                .contains("5368709120 bytes are needed, 4831838208 are free, 536870912 are missing; the job trickles");
    }

    @Test
    void whatIsPromisedToOthersIsLeftToThem() {
        room(8 * GIB + GIB / 2);
        site.sessions.ends(entry -> null);
        JobId first = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1);
        JobId second = trickle("c", "bdm://b/in/other");
        await().until(() -> !site.sessions.last().entries.isEmpty()
                && site.sessions.last().job.equals(second));
        await().untilAsserted(() -> assertThat(site.states(second)).containsEntry("c.nc", "WAITING(NO_SPACE)"));
        assertThat(site.sessions.last().entries)
                .extracting(entry -> entry.destination().shown())
                .containsExactly("other/d.nc");
        assertThat(site.job(second).reason().text())
                .contains("9126805504 are free, 5368709120 of them promised to " + first);
    }

    @Test
    void aFullDiskLetsNoFilePassNotEvenOnce() {
        room(GIB);
        JobId job = trickle("a", "bdm://b/in/tree");
        site.start();
        assertThat(site.ended(job).reason().code()).isEqualTo("NO_SPACE");
        assertThat(site.states(job).values()).containsOnly("WAITING(NO_SPACE)");
        assertThat(site.sessions.begun()).allMatch(session -> session.entries.isEmpty());
        room(9 * GIB);
        site.scheduler.resume(job).join();
        site.clock.turn(Duration.ofSeconds(16));
        site.when(job, JobState.SUCCEEDED);
    }
}
