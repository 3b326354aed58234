package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.SiteNode;
import org.bdm.server.site.access.Pairing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site of several nodes on one PostgreSQL, all in one process. */
@Timeout(180)
class ManyNodesTest {
    @TempDir
    Path directory;

    private SiteInProcess site;

    @BeforeEach
    void begin() {
        site = new SiteInProcess(directory);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private RunningServer node(String home, String export, String... more) {
        List<String> options = new ArrayList<>(List.of("--export", export));
        options.addAll(List.of(more));
        return site.node(home, options.toArray(String[]::new));
    }

    private static JobId submit(RunningServer node, String to) {
        return SiteInProcess.submit(node, to, 0);
    }

    private static void assertRefused(ErrorCode code, Runnable start, String text) {
        assertThatThrownBy(start::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void twoNodesWithOneExportMoveOneJob() throws IOException {
        Path from = site.tree("from");
        Path to = site.tree("to");
        SiteInProcess.files(from, 6, 700);
        RunningServer source = site.source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        RunningServer two = node("two", "in=" + to + ":rw");

        JobId job = submit(one, "bdm://b/in/tree");
        Job done = SiteInProcess.ended(two, job);

        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertThat(two.parts().catalog().jobs().counts(job).in(FileState.DONE).files())
                .isEqualTo(6 * 700);
        for (int d = 0; d < 6; d++) {
            for (int f = 0; f < 700; f++) {
                String name = "d" + d + "/f" + f;
                assertThat(to.resolve("tree/" + name)).hasSameBinaryContentAs(from.resolve(name));
            }
        }
        await().atMost(SiteInProcess.SOON)
                .untilAsserted(
                        () -> assertThat(to.resolve(".bdm").toFile().list()).containsExactly("export-id"));
    }

    @Test
    void twoDirectoriesUnderOneNameAreRefused() throws IOException {
        node("one", "in=" + site.tree("to") + ":rw");
        Path other = site.tree("other");
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("two", "in=" + other + ":rw"), "mount its file system");
        assertRefused(
                ErrorCode.EXPORT_DIFFERS,
                () -> node("two", "in=" + other + ":rw", "--accept-export", "in"),
                "but is offered by process");
        node("two", "more=" + other + ":rw");
    }

    @Test
    void directoryOfAnotherCatalogIsRefused() throws IOException {
        Path shared = site.tree("to");
        ServerInProcess.start(directory, "c", "in=" + shared + ":rw", List.of()).stop();
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("one", "in=" + shared + ":rw"), "belongs to site c");
        node("one", "in=" + shared + ":rw", "--accept-export", "in");
    }

    @Test
    void fileSystemThatIsNotMountedIsNoticedAtTheStart() throws IOException {
        Path mounted = site.tree("to");
        node("one", "in=" + mounted + ":rw").stop();
        Files.move(mounted, directory.resolve("elsewhere"));
        site.tree("to");
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("one", "in=" + mounted + ":rw"), "mount its file system");
    }

    @Test
    void nodeWithoutTheExportLeavesItsJobsToTheOthers() throws IOException {
        Path from = site.tree("from");
        Path to = site.tree("to");
        SiteInProcess.files(from, 2, 30);
        RunningServer source = site.source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        RunningServer other = node("two", "more=" + site.tree("more") + ":rw");
        one.stop();

        JobId job = submit(other, "bdm://b/in/tree");
        await().pollDelay(Duration.ofSeconds(2))
                .until(() ->
                        other.parts().catalog().jobs().find(job).orElseThrow().state() == JobState.QUEUED);
        RunningServer again = node("one", "in=" + to + ":rw");

        assertThat(SiteInProcess.ended(again, job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(to.resolve("tree/d1/f29")).exists();
    }

    @Test
    void nodeThatDrainsTakesNoMoreAndOneThatIsStoppedSaysSo() throws IOException {
        Path from = site.tree("from");
        SiteInProcess.files(from, 1, 30);
        Path to = site.tree("to");
        RunningServer source = site.source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        RunningServer two = node("two", "in=" + to + ":rw");
        long first = one.parts().catalog().nodes().own();
        two.parts().catalog().nodes().drain(first);
        two.parts().catalog().nodes().drain(two.parts().catalog().nodes().own());

        JobId job = submit(one, "bdm://b/in/tree");
        await().pollDelay(Duration.ofSeconds(2))
                .until(() ->
                        one.parts().catalog().jobs().find(job).orElseThrow().state() == JobState.QUEUED);
        two.parts().catalog().nodes().resume(two.parts().catalog().nodes().own());
        assertThat(SiteInProcess.ended(one, job).state()).isEqualTo(JobState.SUCCEEDED);

        one.stop();
        assertThat(two.parts().catalog().nodes().all())
                .extracting(SiteNode::state)
                .containsExactly(NodeState.STOPPED, NodeState.UP);
    }

    @Test
    void whatOneNodeChangesHoldsAtTheOthersWithinASecond() throws IOException {
        RunningServer source = site.source(site.tree("from"));
        Path to = site.tree("to");
        RunningServer one = node("one", "in=" + to + ":rw");
        RunningServer two = node("two", "in=" + to + ":rw");
        NodeId ofSource = source.parts().node().site().node();
        Pairing ofOne = one.parts().callers().pairing();

        SiteInProcess.pair(source, one);
        await().atMost(Duration.ofSeconds(1))
                .until(() -> two.parts().callers().trust().mayConnect(ofSource));
        ofOne.remove(new SiteName("a"));
        await().atMost(Duration.ofSeconds(1))
                .until(() -> !two.parts().callers().trust().mayConnect(ofSource));
    }

    @Test
    void dutyIsDoneByOneNodeAndTakenOverWhenThatStops() throws IOException {
        Path to = site.tree("to");
        RunningServer one = node("one", "in=" + to + ":rw");
        RunningServer two = node("two", "in=" + to + ":rw");
        Duration longest = Duration.ofMinutes(5);
        Duties ofOne = one.parts().catalog().duties();
        Duties ofTwo = two.parts().catalog().duties();

        assertThat(ofOne.hold("a duty of a test", longest)).isTrue();
        assertThat(ofOne.hold("a duty of a test", longest)).isTrue();
        assertThat(ofTwo.hold("a duty of a test", longest)).isFalse();
        one.stop();
        assertThat(ofTwo.hold("a duty of a test", longest)).isTrue();
    }

    @Test
    void everyNodeShowsWhatAllOfThemMove() throws IOException {
        Path from = site.tree("from");
        byte[] big = new byte[32 << 20];
        for (int f = 0; f < 4; f++)
            Files.write(Files.createDirectories(from.resolve("d" + f)).resolve("big"), big);
        Path to = site.tree("to");
        RunningServer source = site.source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        RunningServer two = node("two", "in=" + to + ":rw");
        two.parts().catalog().nodes().drain(two.parts().catalog().nodes().own());

        JobId job = submit(one, "bdm://b/in/tree");
        one.parts().catalog().jobs().steer(job, null, 2L << 20, before -> {}).join();

        // Of one file or another: bytes are counted after they have shown in the rate.
        await().atMost(SiteInProcess.SOON)
                .until(
                        () -> two.parts().live().of(job),
                        live -> live.bytesPerSecond() > 0 && live.bytes().moved() > 0);
        one.parts().catalog().jobs().steer(job, null, 0L, before -> {}).join();
        assertThat(SiteInProcess.ended(two, job).state()).isEqualTo(JobState.SUCCEEDED);
    }
}
