package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What two nodes with one export do together, on one PostgreSQL, all in one process. */
@Timeout(180)
class TwoNodesTest {
    /** The nodes are those of all tests, each of which has a tree of its own: starts are what takes time. */
    @TempDir
    static Path directory;

    private static SiteInProcess site;
    private static Path allFrom;
    private static Path allTo;
    private static RunningServer source;
    private static RunningServer one;
    private static RunningServer two;
    private static boolean isOneUp;
    private static int trees;

    private String tree;
    private Path from;
    private Path to;

    @BeforeAll
    static void start() throws IOException {
        site = new SiteInProcess(directory);
        allFrom = site.tree("from");
        allTo = site.tree("to");
        source = site.source(allFrom);
        startOne();
        SiteInProcess.pair(source, one);
        two = node("two");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void placeTrees() throws IOException {
        if (!isOneUp) startOne();
        for (SiteNode node : two.parts().catalog().nodes().all())
            two.parts().catalog().nodes().resume(node.number());
        tree = "tree" + trees++;
        from = Files.createDirectory(allFrom.resolve(tree));
        to = allTo.resolve(tree);
    }

    private static RunningServer node(String home) {
        return site.node(home, "--export", "in=" + allTo + ":rw");
    }

    private static void startOne() {
        one = node("one");
        isOneUp = true;
    }

    private static void stopOne() {
        one.stop();
        isOneUp = false;
    }

    private JobId submit(long bytesPerSecondMax) {
        return SiteInProcess.submit(one, "bdm://a/data/" + tree, "bdm://b/in/" + tree, bytesPerSecondMax);
    }

    @Test
    void twoNodesWithOneExportMoveOneJob() throws IOException {
        SiteInProcess.files(from, 6, 700);

        JobId job = submit(0);
        Job done = SiteInProcess.ended(two, job);

        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertThat(two.parts().catalog().jobs().counts(job).in(FileState.DONE).files())
                .isEqualTo(6 * 700);
        for (int d = 0; d < 6; d++) {
            for (int f = 0; f < 700; f++) {
                String name = "d" + d + "/f" + f;
                assertThat(to.resolve(name)).hasSameBinaryContentAs(from.resolve(name));
            }
        }
        await().atMost(SiteInProcess.SOON)
                .untilAsserted(
                        () -> assertThat(allTo.resolve(".bdm").toFile().list()).containsExactly("export-id"));
    }

    @Test
    void nodeThatDrainsTakesNoMoreAndOneThatIsStoppedSaysSo() throws IOException {
        SiteInProcess.files(from, 1, 30);
        long first = one.parts().catalog().nodes().own();
        two.parts().catalog().nodes().drain(first);
        two.parts().catalog().nodes().drain(two.parts().catalog().nodes().own());

        JobId job = submit(0);
        await().pollDelay(Duration.ofSeconds(2))
                .until(() ->
                        one.parts().catalog().jobs().find(job).orElseThrow().state() == JobState.QUEUED);
        two.parts().catalog().nodes().resume(two.parts().catalog().nodes().own());
        assertThat(SiteInProcess.ended(one, job).state()).isEqualTo(JobState.SUCCEEDED);

        stopOne();
        assertThat(two.parts().catalog().nodes().all())
                .extracting(SiteNode::state)
                .containsExactly(NodeState.STOPPED, NodeState.UP);
    }

    @Test
    void whatOneNodeChangesHoldsAtTheOthersWithinASecond() {
        NodeId ofSource = source.parts().node().site().node();
        Pairing ofOne = one.parts().callers().pairing();

        await().atMost(SiteInProcess.SOON)
                .until(() -> two.parts().callers().trust().mayConnect(ofSource));
        ofOne.remove(new SiteName("a"));
        await().atMost(Duration.ofSeconds(1))
                .until(() -> !two.parts().callers().trust().mayConnect(ofSource));
        SiteInProcess.pair(source, one);
        await().atMost(Duration.ofSeconds(1))
                .until(() -> two.parts().callers().trust().mayConnect(ofSource));
    }

    @Test
    void dutyIsDoneByOneNodeAndTakenOverWhenThatStops() {
        Duration longest = Duration.ofMinutes(5);
        Duties ofOne = one.parts().catalog().duties();
        Duties ofTwo = two.parts().catalog().duties();

        assertThat(ofOne.hold("a duty of a test", longest)).isTrue();
        assertThat(ofOne.hold("a duty of a test", longest)).isTrue();
        assertThat(ofTwo.hold("a duty of a test", longest)).isFalse();
        stopOne();
        assertThat(ofTwo.hold("a duty of a test", longest)).isTrue();
    }

    @Test
    void everyNodeShowsWhatAllOfThemMove() throws IOException {
        byte[] big = new byte[16 << 20]; // at the rate below the job takes half a minute
        for (int f = 0; f < 4; f++)
            Files.write(Files.createDirectories(from.resolve("d" + f)).resolve("big"), big);
        two.parts().catalog().nodes().drain(two.parts().catalog().nodes().own());

        JobId job = submit(2L << 20);

        // Of one file or another: bytes are counted after they have shown in the rate.
        await().atMost(SiteInProcess.SOON)
                .until(
                        () -> two.parts().live().of(job),
                        live -> live.bytesPerSecond() > 0 && live.bytes().moved() > 0);
        one.parts().catalog().jobs().steer(job, null, 0L, before -> {}).join();
        assertThat(SiteInProcess.ended(two, job).state()).isEqualTo(JobState.SUCCEEDED);
    }
}
