package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileOutcome;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that get nowhere do not delay one that could run, although all of them were submitted before it. */
class NoJobStarvesTest {
    private static final int JOBS_AT_ONCE = 4; // as the site of the test has

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        TestTree unobtainable = new TestTree();
        for (int file = 0; file < 1000; file++) unobtainable.file("d" + file % 10 + "/lost-" + file + ".nc", 1);
        site.sources.show("a", unobtainable);
        site.sources.show("poisoned", new TestTree().file("poison.nc", 1).file("good.nc", 1));
        site.sources.show("healthy", new TestTree().file("one.nc", 1).file("two.nc", 2));
        site.sessions.ends(this::ends);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private @Nullable FileOutcome ends(FileEntry entry) {
        String path = entry.source().shown();
        if (path.contains("lost-")) {
            MoverException silence = new MoverException(ErrorCode.SOURCE_READ_ERROR, "the disk of the source fails");
            return TestSessions.waits(entry, silence, site.clock.instant().plusSeconds(30));
        }
        if (path.endsWith("poison.nc")) {
            MoverException defect = new MoverException(ErrorCode.INTERNAL, "this entry breaks the session");
            site.sessions.begun().stream()
                    .filter(session -> !session.isStopped && session.entries.contains(entry))
                    .forEach(session -> session.listener.onBlocked(defect));
            return null;
        }
        return TestSessions.done(entry);
    }

    private JobId submit(String from) {
        return site.submit(new TestSite.Options(), TestSite.tree(from, "bdm://b/in/" + from + "-" + System.nanoTime()));
    }

    @Test
    void theHealthyJobEndsFirstThoughItIsTheLast() {
        for (int job = 0; job < JOBS_AT_ONCE + 1; job++) submit("a");
        JobId poisoned = submit("poisoned");
        JobId healthy = submit("healthy");
        site.start();

        site.when(healthy, JobState.SUCCEEDED);
        assertThat(site.job(poisoned).state().isFinal()).isFalse();
        assertThat(site.catalog.jobs().find(new JobId(1)).orElseThrow().state().isFinal())
                .isFalse();
    }

    @Test
    void jobsWhoseSourcesAreGoneLeaveTheirPlacesToOthers() {
        site.sessions.ends(entry -> entry.source().shown().contains("lost-") ? null : TestSessions.done(entry));
        for (int job = 0; job < JOBS_AT_ONCE; job++) submit("a");
        JobId healthy = submit("healthy");
        site.start();
        await().until(() -> site.sessions.begun().size() == JOBS_AT_ONCE);
        site.sessions
                .begun()
                .forEach(session -> session.listener.onSourceLost(
                        new MoverException(ErrorCode.PEER_UNREACHABLE, "the source is silent")));
        site.when(healthy, JobState.SUCCEEDED);
    }
}
