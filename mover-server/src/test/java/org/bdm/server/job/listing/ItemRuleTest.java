package org.bdm.server.job.listing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.server.catalog.settings.JobSettings.SymbolicLinks;
import org.bdm.server.catalog.settings.JobSettings.SyncLevel;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of each entry that a listing finds. */
class ItemRuleTest {
    @TempDir
    Path directory;

    private TestSite site;
    private final TestSite.Options options = new TestSite.Options();

    @BeforeEach
    void open() {
        site = new TestSite(directory).listingOnly().start();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private JobId listed(TestTree tree) {
        site.sources.show("a", tree);
        JobId job = site.submitTree(options);
        site.listed(job);
        return job;
    }

    /** A file at the destination, below the tree. */
    private void there(String path, int size, Instant modified) {
        StorePath destination = StorePath.ofUtf8("tree/" + path);
        site.destination.makeDirectories(destination.parent(), 0755);
        WorkArea area = site.destination.workArea(new JobId(99));
        try (WritableFile file = area.create("content")) {
            file.write(0, ByteBuffer.wrap(new byte[size]));
            file.setAttributes(modified, 0644);
            file.force();
        }
        area.place("content", destination, PlaceMode.REPLACE);
    }

    private TestTree compared() {
        there("same", 5, TestTree.MODIFIED);
        there("older", 5, TestTree.MODIFIED.minusSeconds(1));
        there("shorter", 4, TestTree.MODIFIED);
        return new TestTree()
                .file("same", 5)
                .file("older", 5)
                .file("shorter", 5)
                .file("new", 5);
    }

    @Test
    void whatIsTheSameAlreadySurvivesAPowerCutFromTheMomentItIsSaidToBe() {
        there("one.nc", 10, TestTree.MODIFIED);
        JobId job = listed(new TestTree().file("one.nc", 10));
        assertThat(site.states(job)).containsEntry("one.nc", "SKIPPED_SAME");
        site.destination.powerCut();
        assertThat(site.destination.status(StorePath.ofUtf8("tree/one.nc"))).isPresent();
    }

    @Test
    void whatIsTheSameAndCannotBeForcedIsLookedAtByASession() {
        there("one.nc", 10, TestTree.MODIFIED);
        site.destination.faults().failNextForce();
        JobId job = listed(new TestTree().file("one.nc", 10));
        assertThat(site.states(job)).containsEntry("one.nc", "PENDING");
    }

    @Test
    void mtimeTakesSizeAndTimeForTheSame() {
        assertThat(site.states(listed(compared())))
                .containsEntry("same", "SKIPPED_SAME")
                .containsEntry("older", "PENDING")
                .containsEntry("shorter", "PENDING")
                .containsEntry("new", "PENDING");
    }

    @Test
    void sizeTakesTheSizeForTheSame() {
        options.syncLevel = SyncLevel.SIZE;
        assertThat(site.states(listed(compared())))
                .containsEntry("same", "SKIPPED_SAME")
                .containsEntry("older", "SKIPPED_SAME")
                .containsEntry("shorter", "PENDING")
                .containsEntry("new", "PENDING");
    }

    @Test
    void existsTakesTheNameForTheSame() {
        options.syncLevel = SyncLevel.EXISTS;
        assertThat(site.states(listed(compared())))
                .containsEntry("same", "SKIPPED_SAME")
                .containsEntry("older", "SKIPPED_SAME")
                .containsEntry("shorter", "SKIPPED_SAME")
                .containsEntry("new", "PENDING");
    }

    @Test
    void checksumTakesNothingForTheSameBeforeDigestsAreCompared() {
        options.syncLevel = SyncLevel.CHECKSUM;
        assertThat(site.states(listed(compared())).values()).containsOnly("PENDING");
    }

    @Test
    void aDestinationThatIsInTheWayIsLeftToTheMovingOfTheFile() {
        there("data", 5, TestTree.MODIFIED);
        assertThat(site.states(listed(new TestTree().file("data/one.nc", 1)))).containsEntry("data/one.nc", "PENDING");
    }

    @Test
    void includeAndExcludeChooseFiles() {
        options.include = List.of("*.nc");
        options.exclude = List.of("old", "secret.nc");
        TestTree tree = new TestTree()
                .file("a.nc", 1)
                .file("a.txt", 1)
                .file("deep/b.nc", 1)
                .file("deep/secret.nc", 1)
                .file("old/c.nc", 1);
        assertThat(site.states(listed(tree))).containsOnlyKeys("a.nc", "deep/b.nc");
    }

    @Tag("T6")
    @Test
    void symbolicLinksAreKeptOrFailForTheirReason() {
        TestTree tree = new TestTree()
                .file("files/v1/a.nc", 1)
                .link("v1/a.nc", "../files/v1/a.nc")
                .link("latest", "v1")
                .link("through", "latest/a.nc")
                .link("dangling", "v2/a.nc")
                .link("leaving", "../../etc/passwd")
                .link("absolute", "/etc/passwd")
                .link("impossible", "x".repeat(300));
        assertThat(site.states(listed(tree)))
                .containsEntry("v1/a.nc", "PENDING")
                .containsEntry("latest", "PENDING")
                .containsEntry("through", "PENDING")
                .containsEntry("dangling", "PENDING")
                .containsEntry("leaving", "FAILED(LINK_LEAVES_TREE)")
                .containsEntry("absolute", "FAILED(LINK_LEAVES_TREE)")
                .containsEntry("impossible", "PENDING");
    }

    @Test
    void skippedLinksAreLeftAway() {
        options.symlinks = SymbolicLinks.SKIP;
        TestTree tree = new TestTree().file("a.nc", 1).link("latest", "a.nc").link("leaving", "/x");
        assertThat(site.states(listed(tree))).containsOnlyKeys("a.nc");
    }

    @Test
    void whatCannotBeMovedIsAFailedEntryAndTheRestGoesOn() {
        TestTree tree = new TestTree()
                .file("good.nc", 1)
                .special("fifo")
                .unreadable("secret.nc")
                .unlistable("deep/closed", ErrorCode.SOURCE_UNREADABLE);
        assertThat(site.states(listed(tree)))
                .containsEntry("good.nc", "PENDING")
                .containsEntry("fifo", "FAILED(SPECIAL_FILE)")
                .containsEntry("secret.nc", "FAILED(SOURCE_UNREADABLE)")
                .containsEntry("deep/closed", "FAILED(SOURCE_UNREADABLE)");
    }

    @Test
    void aPathTooLongForTheDestinationIsAFailedEntry() {
        String deep = ("x".repeat(200) + "/").repeat(20);
        site.sources.show("a", new TestTree().file(deep + "y".repeat(70), 1).file("short.nc", 1));
        JobId job = site.submit(options, TestSite.tree("a", "bdm://b/in/" + "z".repeat(30)));
        site.listed(job);
        assertThat(site.states(job))
                .containsEntry("short.nc", "PENDING")
                .containsEntry(deep + "y".repeat(70), "FAILED(NAME_TOO_LONG)");
    }

    @Test
    void aSingleItemSaysWhatItIsInstead() {
        site.sources.show(
                "a", new TestTree().directory("dir").link("link", "dir").special("fifo"));
        JobId job = site.submit(
                options,
                TestSite.file("a", "dir"),
                TestSite.file("a", "link"),
                TestSite.file("a", "fifo"),
                TestSite.file("a", "missing"));
        site.listed(job);
        assertThat(site.files(job))
                .extracting(file -> file.trouble().code().name())
                .containsExactly("IS_A_DIRECTORY", "UNSUPPORTED", "SPECIAL_FILE", "SOURCE_NOT_FOUND");
    }
}
