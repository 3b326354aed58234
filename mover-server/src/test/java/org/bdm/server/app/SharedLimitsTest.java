package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.http.node.NodeView;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.limit.LimitChange;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkUse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits that hold for the whole site, however many nodes work. */
@Timeout(180)
class SharedLimitsTest {
    private static final long CAP = 1L << 20;
    private static final int FILE_BYTES = 16 << 10;
    /** Of 1,000 files each: more than a node takes before another begins, which is what it requests ahead and 4,096 files more. */
    private static final int CHUNKS = 20;

    @TempDir
    Path directory;

    private SiteInProcess site;

    @BeforeEach
    void prepare() {
        site = new SiteInProcess(directory);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    private static void files(Path tree, int directories, int filesInEach, int bytes) throws Exception {
        for (int d = 0; d < directories; d++) {
            Path below = Files.createDirectories(tree.resolve("d" + d));
            for (int f = 0; f < filesInEach; f++) Files.write(below.resolve("f" + f), new byte[bytes]);
        }
    }

    @Test
    void jobThatTwoNodesMoveKeepsItsRate() throws Exception {
        Path from = site.tree("from");
        files(from, CHUNKS, 1_000, FILE_BYTES);
        Path to = site.tree("to");
        RunningServer source = site.source(from);
        RunningServer one = site.node("one", "--export", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        RunningServer two = site.node("two", "--export", "in=" + to + ":rw");
        await().atMost(SiteInProcess.SOON)
                .until(() -> Stream.of(one, two)
                        .allMatch(node -> node.parts().node().nodes().dataNodes() == 2));

        JobId job = SiteInProcess.submit(one, "bdm://b/in/tree", CAP);
        await().atMost(SiteInProcess.SOON)
                .pollDelay(Duration.ofSeconds(6)) // after it both have told what they do
                .until(() -> nodesOn(one, job) == 2);
        long begun = System.nanoTime();
        long before = placed(to);
        // each look lists thousands of names
        await().atMost(SiteInProcess.SOON).pollInterval(Duration.ofMillis(250)).until(() -> placed(to) >= before + 800);
        double seconds = (System.nanoTime() - begun) / 1e9;
        // Two undivided rates would be twice the cap. Files are placed in bursts, so that a few seconds tell no more
        // than that.
        assertThat((placed(to) - before) * FILE_BYTES / seconds)
                .as("bytes per second")
                .isLessThan(CAP * 1.5);
        assertThat(nodesOn(one, job)).isEqualTo(2);
        var unused = one.parts().scheduler().cancel(job, "enough was seen");
    }

    private static long nodesOn(RunningServer server, JobId job) {
        return server.parts().links().all().stream()
                .filter(use -> use.job() == job.number())
                .map(LinkUse::node)
                .distinct()
                .count();
    }

    private static long placed(Path to) {
        long placed = 0;
        for (int d = 0; d < CHUNKS; d++) {
            String[] names = to.resolve("tree/d" + d).toFile().list();
            placed += names == null ? 0 : names.length;
        }
        return placed;
    }

    @Test
    void twoJobsOnOneLinkTogetherStayBelowItsLimitWhichIsNamedAndChangedWhileTheyRun() throws Exception {
        Path from = site.tree("from");
        files(from, 1, 1, 64 << 20);
        Path to = site.tree("to");
        RunningServer source = site.source(from);
        RunningServer one = site.node("one", "--export", "in=" + to + ":rw");
        SiteInProcess.pair(source, one);
        limitLink(one, 2 * CAP);
        List<JobId> jobs = List.of(
                SiteInProcess.submit(one, "bdm://b/in/first", 0), SiteInProcess.submit(one, "bdm://b/in/second", 0));
        await().atMost(SiteInProcess.SOON).until(() -> jobs.stream().allMatch(job -> moved(one, job) > 0));

        // The bytes that a stream may take at once when it opens are behind. Undivided it would be twice the limit; a
        // step of each job that is told late may be counted besides.
        assertThat(rate(one, jobs, 12 * CAP)).isBetween(CAP, CAP * 3);
        for (JobId job : jobs)
            assertThat(one.parts().live().of(job).limitedBy())
                    .startsWith(
                            "the rate limit of the link a to b, 2 MiB/s, about 16.8 Mbit/s, of which this session has 1 MiB/s");

        limitLink(one, 8 * CAP);
        await().atMost(SiteInProcess.SOON).pollDelay(Duration.ofSeconds(2)).until(() -> true);
        assertThat(rate(one, jobs, 48 * CAP)).isBetween(CAP * 3, CAP * 10);
        for (JobId job : jobs) {
            var unused = one.parts().scheduler().cancel(job, "enough was seen");
        }
    }

    private static void limitLink(RunningServer node, long bytesPerSecond) {
        node.parts()
                .catalog()
                .limits()
                .set(LimitedPlace.link("a"), new LimitChange(bytesPerSecond, null, null, null, null, "test"))
                .join();
    }

    /** Bytes a second while so many bytes move. What has moved is told in steps: from the end of a step to one. */
    private static long rate(RunningServer node, List<JobId> jobs, long bytes) {
        long told = moved(node, jobs);
        await().atMost(SiteInProcess.SOON).until(() -> moved(node, jobs) > told);
        long begun = System.nanoTime();
        long before = moved(node, jobs);
        await().atMost(SiteInProcess.SOON).until(() -> moved(node, jobs) >= before + bytes);
        return Math.round((moved(node, jobs) - before) * 1e9 / (System.nanoTime() - begun));
    }

    private static long moved(RunningServer node, List<JobId> jobs) {
        return jobs.stream().mapToLong(job -> moved(node, job)).sum();
    }

    private static long moved(RunningServer node, JobId job) {
        return node.parts().live().of(job).bytes().moved();
    }

    @Test
    void rateThatIsChangedAtOneNodeHoldsAtTheOther() throws Exception {
        Path from = site.tree("from");
        files(from, 1, 1, 32 << 20);
        Path to = site.tree("to");
        RunningServer source = site.source(from);
        RunningServer one = site.node("one", "--role", "control");
        site.node("two", "--role", "data", "--export", "in=" + to + ":rw");
        await().atMost(SiteInProcess.SOON)
                .until(() -> !one.parts().node().nodes().dataPorts().isEmpty());
        SiteInProcess.pair(source, one);
        JobId job = SiteInProcess.submit(one, "bdm://b/in/tree", 256 << 10);
        await().atMost(SiteInProcess.SOON)
                .until(() -> one.parts().live().of(job).bytes().moved() > 0);

        one.parts().scheduler().steer(job, null, 0L, before -> {}).join();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> SiteInProcess.job(one, job).state() == JobState.SUCCEEDED);
    }

    @Test
    void connectionsToADataNodeAreDividedAmongTheNodesThatAreUp() throws Exception {
        Path to = site.tree("to");
        RunningServer one = site.node("one", "--export", "in=" + to + ":rw");
        var unused =
                one.parts().web().look("ann", new Copy(URI.create("http://localhost:1/file"), 0)); // refused, but known
        await().atMost(SiteInProcess.SOON).until(() -> limits(one).equals(List.of(8)));

        RunningServer two = site.node("two", "--export", "in=" + to + ":rw");
        await().atMost(SiteInProcess.SOON).until(() -> limits(one).equals(List.of(4)));
        site.node("three", "--role", "data", "--export", "in=" + to + ":rw");
        await().atMost(SiteInProcess.SOON).until(() -> limits(one).equals(List.of(2)));
        two.stop();
        await().atMost(SiteInProcess.SOON).until(() -> limits(one).equals(List.of(4)));
    }

    private static List<Integer> limits(RunningServer server) {
        return server.parts().web().nodes().stream()
                .map(NodeView::connectionsMax)
                .toList();
    }
}
