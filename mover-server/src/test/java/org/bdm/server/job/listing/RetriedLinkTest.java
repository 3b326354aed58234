package org.bdm.server.job.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A symbolic link that failed is tried again as the part of its tree that it is. */
class RetriedLinkTest {
    @TempDir
    Path directory;

    private TestSite site;
    private JobId first;

    @BeforeEach
    void aLinkPointsAtNothing() {
        site = new TestSite(directory);
        site.sources.show("a", new TestTree().file("tas.nc", 1).link("sub/latest", "../data/new.nc"));
        first = site.submitTree();
        site.start();
        assertThat(site.ended(first).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(site.states(first)).containsEntry("sub/latest", "DONE");
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JobId retry(JobId of, String path) {
        JobSettings options = site.job(of).request().settings();
        JobRequest request = new JobRequest(JobKind.BATCH, "ann", "", 3, 0, KeptSettings.of(options), null, null, of);
        SubmittedItem link = new SubmittedItem(
                "bdm://a/data/" + path, "bdm://b/in/tree/" + path, false, SubmittedItem.SIZE_UNKNOWN, List.of());
        return site.catalog
                .submissions()
                .submit(request, List.of(link), null)
                .join()
                .job();
    }

    @Test
    void itIsMadeOnceItsTargetIsThere() {
        site.sources.show("a", new TestTree().file("data/new.nc", 1).link("sub/latest", "../data/new.nc"));
        JobId again = retry(first, "sub/latest");
        assertThat(site.ended(again).state()).isEqualTo(JobState.SUCCEEDED);
        FileRow row = site.files(again).get(0);
        assertThat(row.status().kind()).isEqualTo(FileKind.SYMBOLIC_LINK);
        assertThat(row.status().linkTarget()).asString().isEqualTo("../data/new.nc");
        assertThat(site.sessions.last().entries)
                .anySatisfy(entry -> assertThat(entry.destination().shown()).isEqualTo("tree/sub/latest"));
    }

    @Tag("T6")
    @Test
    void aLinkThatPointsAtNothingIsCopiedAndCounted() {
        assertThat(site.catalog.events().newest(first, List.of("LINKS_DANGLING"), 5))
                .extracting(event -> event.text())
                .contains("1 symbolic link points at nothing in the tree, and is copied as it is");
        assertThat(site.ended(retry(first, "sub/latest")).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void aLinkThatWasInNoTreeIsNamedAsSuch() {
        site.sources.show("a", new TestTree().file("data/new.nc", 1).link("sub/latest", "../data/new.nc"));
        SubmittedItem link = new SubmittedItem(
                "bdm://a/data/sub/latest", "bdm://b/in/elsewhere", false, SubmittedItem.SIZE_UNKNOWN, List.of());
        JobId alone = site.submit(new TestSite.Options(), link);
        assertThat(site.ended(alone).reason().code()).isEqualTo("UNSUPPORTED");
    }
}
