package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferOptions.ConflictPolicy;
import org.bdm.core.transfer.TransferOptions.VerifyMode;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.SiteNode;
import org.bdm.server.job.schedule.JobSettings;
import org.bdm.server.job.schedule.SettingsJson;
import org.bdm.server.site.access.Pairing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site of several nodes on one PostgreSQL, all in one process. */
@Timeout(180)
class ManyNodesTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    private final CatalogLocation location = TestDatabase.POSTGRESQL.empty();
    private final List<RunningServer> running = new ArrayList<>();

    @AfterEach
    void stop() {
        for (int i = running.size() - 1; i >= 0; i--) running.get(i).stop();
    }

    private Path tree(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private RunningServer source(Path tree) {
        return kept(ServerInProcess.start(directory, "a", "data=" + tree, List.of()));
    }

    /** A node of site b, with its own home. */
    private RunningServer node(String home, String export, String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--home",
                directory.resolve(home).toString(),
                "--catalog",
                location.jdbcUrl(),
                "--catalog-user",
                location.user()));
        Path siteKey = directory.resolve("one/node-key.pem");
        if (Files.exists(siteKey)) options.addAll(List.of("--site-key", siteKey.toString()));
        options.addAll(List.of(more));
        return kept(ServerInProcess.start(directory, "b", export, options));
    }

    private RunningServer kept(RunningServer server) {
        running.add(server);
        return server;
    }

    private static void pair(RunningServer source, RunningServer destination) {
        String code = source.parts()
                .callers()
                .pairing()
                .invite(new SiteName("b"), List.of("*"))
                .code();
        destination.parts().callers().pairing().add(new SiteName("a"), code, List.of());
    }

    private static void files(Path tree, int directories, int filesInEach) throws IOException {
        for (int d = 0; d < directories; d++) {
            Path below = Files.createDirectories(tree.resolve("d" + d));
            for (int f = 0; f < filesInEach; f++) {
                Files.writeString(below.resolve("f" + f), "file " + f + " of " + d, StandardCharsets.US_ASCII);
            }
        }
    }

    private static JobId submit(RunningServer node, String to) {
        JobSettings settings = new JobSettings(
                JobSettings.SyncLevel.MTIME,
                ConflictPolicy.SKIP,
                VerifyMode.STREAM,
                ChecksumAlgorithm.SHA256,
                JobSettings.SymbolicLinks.KEEP,
                false,
                List.of(),
                List.of(),
                JobSettings.Reuse.OFF,
                List.of(),
                JobSettings.ModeBits.PLAIN,
                null);
        String from = "bdm://a/data";
        JobRequest request =
                new JobRequest(JobKind.TREE, "test", "", 3, 0, new SettingsJson().write(settings), from, to, null);
        SubmittedItem item = new SubmittedItem(from, to, true, SubmittedItem.SIZE_UNKNOWN, List.of());
        return node.parts()
                .catalog()
                .submissions()
                .submit(request, List.of(item), null)
                .join()
                .job();
    }

    private static Job ended(RunningServer node, JobId job) {
        return await().atMost(SOON)
                .until(
                        () -> node.parts().catalog().jobs().find(job).orElseThrow(),
                        found -> found.state().isFinal() || found.state() == JobState.PAUSED);
    }

    private static void assertRefused(ErrorCode code, Runnable start, String text) {
        assertThatThrownBy(start::run)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void twoNodesWithOneExportMoveOneJob() throws IOException {
        Path from = tree("from");
        Path to = tree("to");
        files(from, 6, 700);
        RunningServer source = source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        pair(source, one);
        RunningServer two = node("two", "in=" + to + ":rw");

        JobId job = submit(one, "bdm://b/in/tree");
        Job done = ended(two, job);

        assertThat(done.state()).as("%s", done.reason()).isEqualTo(JobState.SUCCEEDED);
        assertThat(two.parts().catalog().jobs().counts(job).in(FileState.DONE).files())
                .isEqualTo(6 * 700);
        for (int d = 0; d < 6; d++) {
            for (int f = 0; f < 700; f++) {
                String name = "d" + d + "/f" + f;
                assertThat(to.resolve("tree/" + name)).hasSameBinaryContentAs(from.resolve(name));
            }
        }
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(to.resolve(".bdm").toFile().list()).containsExactly("export-id"));
    }

    @Test
    void twoDirectoriesUnderOneNameAreRefused() throws IOException {
        node("one", "in=" + tree("to") + ":rw");
        Path other = tree("other");
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("two", "in=" + other + ":rw"), "mount its file system");
        assertRefused(
                ErrorCode.EXPORT_DIFFERS,
                () -> node("two", "in=" + other + ":rw", "--accept-export", "in"),
                "but is offered by process");
        node("two", "more=" + other + ":rw");
    }

    @Test
    void directoryOfAnotherCatalogIsRefused() throws IOException {
        Path shared = tree("to");
        ServerInProcess.start(directory, "c", "in=" + shared + ":rw", List.of()).stop();
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("one", "in=" + shared + ":rw"), "belongs to site c");
        node("one", "in=" + shared + ":rw", "--accept-export", "in");
    }

    @Test
    void fileSystemThatIsNotMountedIsNoticedAtTheStart() throws IOException {
        Path mounted = tree("to");
        node("one", "in=" + mounted + ":rw").stop();
        Files.move(mounted, directory.resolve("elsewhere"));
        tree("to");
        assertRefused(ErrorCode.EXPORT_DIFFERS, () -> node("one", "in=" + mounted + ":rw"), "mount its file system");
    }

    @Test
    void nodeWithoutTheExportLeavesItsJobsToTheOthers() throws IOException {
        Path from = tree("from");
        Path to = tree("to");
        files(from, 2, 30);
        RunningServer source = source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        pair(source, one);
        RunningServer other = node("two", "more=" + tree("more") + ":rw");
        one.stop();

        JobId job = submit(other, "bdm://b/in/tree");
        await().pollDelay(Duration.ofSeconds(2))
                .until(() ->
                        other.parts().catalog().jobs().find(job).orElseThrow().state() == JobState.QUEUED);
        RunningServer again = node("one", "in=" + to + ":rw");

        assertThat(ended(again, job).state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(to.resolve("tree/d1/f29")).exists();
    }

    @Test
    void nodeThatDrainsTakesNoMoreAndOneThatIsStoppedSaysSo() throws IOException {
        Path from = tree("from");
        files(from, 1, 30);
        Path to = tree("to");
        RunningServer source = source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        pair(source, one);
        RunningServer two = node("two", "in=" + to + ":rw");
        long first = one.parts().catalog().nodes().own();
        two.parts().catalog().nodes().drain(first);
        two.parts().catalog().nodes().drain(two.parts().catalog().nodes().own());

        JobId job = submit(one, "bdm://b/in/tree");
        await().pollDelay(Duration.ofSeconds(2))
                .until(() ->
                        one.parts().catalog().jobs().find(job).orElseThrow().state() == JobState.QUEUED);
        two.parts().catalog().nodes().resume(two.parts().catalog().nodes().own());
        assertThat(ended(one, job).state()).isEqualTo(JobState.SUCCEEDED);

        one.stop();
        assertThat(two.parts().catalog().nodes().all())
                .extracting(SiteNode::state)
                .containsExactly(NodeState.STOPPED, NodeState.UP);
    }

    @Test
    void whatOneNodeChangesHoldsAtTheOthersWithinASecond() throws IOException {
        RunningServer source = source(tree("from"));
        Path to = tree("to");
        RunningServer one = node("one", "in=" + to + ":rw");
        RunningServer two = node("two", "in=" + to + ":rw");
        NodeId ofSource = source.parts().node().site().node();
        Pairing ofOne = one.parts().callers().pairing();

        pair(source, one);
        await().atMost(Duration.ofSeconds(1))
                .until(() -> two.parts().callers().trust().mayConnect(ofSource));
        ofOne.remove(new SiteName("a"));
        await().atMost(Duration.ofSeconds(1))
                .until(() -> !two.parts().callers().trust().mayConnect(ofSource));
    }

    @Test
    void dutyIsDoneByOneNodeAndTakenOverWhenThatStops() throws IOException {
        Path to = tree("to");
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
        Path from = tree("from");
        byte[] big = new byte[32 << 20];
        for (int f = 0; f < 4; f++)
            Files.write(Files.createDirectories(from.resolve("d" + f)).resolve("big"), big);
        Path to = tree("to");
        RunningServer source = source(from);
        RunningServer one = node("one", "in=" + to + ":rw");
        pair(source, one);
        RunningServer two = node("two", "in=" + to + ":rw");
        two.parts().catalog().nodes().drain(two.parts().catalog().nodes().own());

        JobId job = submit(one, "bdm://b/in/tree");
        one.parts().catalog().jobs().steer(job, null, 2L << 20).join();

        await().atMost(SOON).until(() -> two.parts().live().of(job).bytesPerSecond() > 0);
        assertThat(two.parts().live().of(job).bytes().moved()).isPositive();
        one.parts().catalog().jobs().steer(job, null, 0L).join();
        assertThat(ended(two, job).state()).isEqualTo(JobState.SUCCEEDED);
    }
}
