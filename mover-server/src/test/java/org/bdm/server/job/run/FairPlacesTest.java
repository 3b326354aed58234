package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.job.progress.Explanation;
import org.bdm.server.job.progress.PlaceWaits;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Four places, one owner with many long jobs, another with one. */
class FairPlacesTest {
    private static final int PLACES = 4; // as the site of the test has

    @TempDir
    Path directory;

    private TestSite site;
    private final List<JobId> ofAnn = new ArrayList<>();

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("long", new TestTree().file("long.nc", 1));
        site.sources.show("short", new TestTree().file("short.nc", 1));
        site.sessions.ends(entry -> entry.source().shown().contains("long") ? null : TestSessions.done(entry));
        for (int job = 0; job < PLACES + 2; job++) ofAnn.add(submit("ann", "long", 3));
        site.start();
        await().until(() -> site.sessions.begun().size() == PLACES);
        for (JobId job : ofAnn) site.when(job, JobState.ACTIVE);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JobId submit(String owner, String from, int priority) {
        TestSite.Options options = new TestSite.Options();
        options.owner = owner;
        options.priority = priority;
        return site.submit(options, TestSite.tree(from, "bdm://b/in/" + from + "-" + System.nanoTime()));
    }

    private Optional<Explanation> wait(JobId job) {
        return PlaceWaits.of(site.job(job), site.catalog.jobs().counts(job), site.live, site.catalog.jobs());
    }

    /** Work keeps its place for 30 s, and leaves it within 60 s. */
    private void endsWhileTheClockTurns(JobId job) {
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(20));
            return site.job(job).state() == JobState.SUCCEEDED;
        });
    }

    @Test
    void aSingleJobGetsAPlaceOfTheOwnerWhoHasThemAll() {
        JobId single = submit("bob", "short", 3);
        site.when(single, JobState.ACTIVE);
        await().until(() -> wait(single).isPresent());
        assertThat(wait(single).orElseThrow().code()).isEqualTo("WAITS_FOR_PLACE");
        assertThat(wait(single).orElseThrow().reason())
                .isEqualTo("It waits for a place: of 4 places in use ann has 4, and bob, its owner, has 0.");

        endsWhileTheClockTurns(single);
        assertThat(wait(single)).isEmpty();
    }

    @Test
    void aJobOfLowerPriorityWaits() {
        JobId later = submit("bob", "short", 2);
        site.when(later, JobState.ACTIVE);
        JobId equal = submit("cleo", "short", 3);
        endsWhileTheClockTurns(equal); // in the place that a job of ann leaves
        assertThat(site.sessions.begun()).noneMatch(session -> session.job.equals(later));
    }
}
