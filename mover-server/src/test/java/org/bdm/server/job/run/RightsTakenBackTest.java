package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that another site passed on, and whose right to write was taken back before their files moved. */
@Tag("A1")
class RightsTakenBackTest {
    private static final SiteName ASKER = new SiteName("a");

    @TempDir
    Path directory;

    private TestSite site;

    @BeforeEach
    void open() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("one.nc", 1).file("two.nc", 2));
        site.catalog
                .sites()
                .put(new Site(ASKER, new NodeId("b".repeat(64)), "127.0.0.1:2", null, SiteRelation.PEER, Instant.EPOCH))
                .join();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void grant(String... prefixes) {
        List<SiteGrant> grants = List.of(prefixes).stream()
                .map(prefix -> new SiteGrant(ASKER, new ExportName("in"), StorePath.ofUtf8(prefix), GrantVerb.WRITE))
                .toList();
        site.catalog.sites().grant(ASKER, grants).join();
    }

    private JobId submit(String owner) {
        TestSite.Options options = new TestSite.Options();
        options.owner = owner;
        return site.submitTree(options);
    }

    @Test
    void filesAreNotWrittenForASiteThatMayNotWriteThereAnyMoreAndTheJobSaysWhy() {
        grant("tree");
        JobId job = submit("site:a/ann");
        grant("trees");
        site.start();
        Job paused = site.ended(job);
        assertThat(paused.state()).isEqualTo(JobState.PAUSED);
        assertThat(paused.reason().code()).isEqualTo("CREDENTIALS");
        assertThat(paused.reason().text()).contains("site a has no right to have files written to bdm://b/in/tree");
        assertThat(site.sessions.begun()).isEmpty();

        grant("tree");
        site.scheduler.resume(job).join();
        await().until(() -> site.job(job).state() == JobState.SUCCEEDED);
    }

    @Test
    void aSessionThatIsUnderWayStopsWhenTheRightIsTakenBack() {
        grant("tree");
        site.sessions.ends(entry -> null);
        JobId job = submit("site:a/ann");
        site.start();
        await().until(() ->
                !site.sessions.begun().isEmpty() && site.sessions.last().entries.size() == 2);
        grant("trees");
        site.clock.turn(DispatchParts.LEASE.dividedBy(2));
        Job paused = site.ended(job);
        assertThat(paused.reason().text()).contains("no right to have files written");
        assertThat(site.sessions.last().isStopped).isTrue();
    }

    @Test
    void jobsOfPeopleHereNeedNoGrant() {
        JobId job = submit("ann");
        site.start();
        assertThat(site.ended(job).state()).isEqualTo(JobState.SUCCEEDED);
    }
}
