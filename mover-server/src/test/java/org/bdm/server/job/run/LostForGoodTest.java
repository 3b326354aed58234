package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.testkit.TestSessions;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What never passes has an end: files fail, and the job ends for whoever waits for it. */
class LostForGoodTest {
    private static final MoverException BROKEN =
            new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the source sent what nobody asked for");

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 1).file("two.nc", 2));
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void filesOfASourceThatBreaksTheProtocolFailAndTheJobEnds() {
        site.sessions.ends(entry -> entry.source().shown().endsWith("one.nc") ? TestSessions.done(entry) : null);
        JobId job = site.submitTree();
        site.start();
        await().until(() -> site.sessions.begun().size() == 1
                && site.states(job).get("one.nc").equals("DONE"));
        site.sessions.last().listener.onSourceLost(BROKEN);

        Job ended = site.ended(job);
        assertThat(ended.state()).isEqualTo(JobState.PARTIAL);
        assertThat(ended.reason().code()).isEqualTo("PROTOCOL_VIOLATION");
        assertThat(site.states(job)).containsEntry("two.nc", "FAILED(PROTOCOL_VIOLATION)");
    }

    @Test
    void filesOfOtherSourcesGoOnWhenOneBreaksTheProtocol() {
        site.sources.show("c", new TestTree().file("other.nc", 1));
        site.sessions.ends(entry -> null);
        JobId job = site.submit(
                new TestSite.Options(), TestSite.tree("a", "bdm://b/in/a"), TestSite.tree("c", "bdm://b/in/c"));
        site.start();
        await().until(() -> site.sessions.begun().size() == 2);
        site.sessions.begun().get(0).listener.onSourceLost(BROKEN);
        await().until(() -> site.states(job).containsValue("FAILED(PROTOCOL_VIOLATION)"));

        assertThat(site.job(job).state()).isEqualTo(JobState.ACTIVE);
        assertThat(site.sessions.begun().get(1).isStopped).isFalse();
    }

    @Test
    void defectThatComesBackWithEveryTryEndsTheJob() {
        site.sessions.refuse(new MoverException(ErrorCode.INTERNAL, "a step of the session failed"));
        JobId job = site.submitTree();
        site.start();
        await().until(() -> {
            site.clock.turn(Duration.ofSeconds(5));
            return site.job(job).state().isFinal();
        });
        assertThat(site.job(job).state()).isEqualTo(JobState.FAILED);
        assertThat(site.job(job).reason().code()).isEqualTo("INTERNAL");
    }
}
