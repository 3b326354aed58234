package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.bdm.client.demo.DemoFailure;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Nodes that are not as they should be harm neither the others nor their jobs. */
@Execution(ExecutionMode.CONCURRENT)
class NodesTogetherIT {
    private static final Duration LONGEST = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void aNodeWhoseClockIsAheadTakesNobodysChunks() throws IOException, SQLException {
        Preload preload = Preload.compiled(directory);
        assumeTrue(preload != null, "cc is not installed");
        try (SharedSite site = new SharedSite(directory, preload)) {
            write(site, 400);
            site.node();
            site.pair();
            JobLook job = site.submit("tree", "--max-rate", "100K");
            JobLook.awaitThat("work", LONGEST, () -> claimed(site) > 1);

            SiteNode ahead = site.nodes().add("--export", "replica=" + site.to() + ":rw");
            ahead.shared().setClockWrong(Duration.ofSeconds(60));
            ahead.process().start();
            long looked = System.nanoTime() + Duration.ofSeconds(15).toNanos();
            job.awaitWhileOpen("looks for work of the node ahead", LONGEST, () -> System.nanoTime() > looked);
            job.api().patch(job.id(), new PatchJob(null, 0L));
            JobView end = job.awaitEnd(LONGEST);

            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
            assertThat(site.postgres().number("site_b", "SELECT COUNT(*) FROM file_chunk WHERE lease_number > 1"))
                    .as("chunks that were claimed again")
                    .isZero();
            assertThat(
                            site.postgres()
                                    .number(
                                            "site_b",
                                            "SELECT COUNT(*) FROM node WHERE seen_ms > EXTRACT(EPOCH FROM now()) * 1000 + 5000"))
                    .as("nodes seen in the future")
                    .isZero();
            for (SiteNode node : site.nodes().all()) assertThat(node.log()).doesNotContain("STALE_LEASE");
            TreeOracle.assertSame(site.from().resolve("tree"), site.to().resolve("tree"));
        }
    }

    @Test
    void anotherDirectoryUnderTheNameOfAnExportIsRefusedAndANodeWithoutItPausesNoJob() throws IOException {
        try (SharedSite site = new SharedSite(directory, null)) {
            write(site, 200);
            site.node();
            site.pair();
            JobLook job = site.submit("tree", "--max-rate", "600K");
            Set<String> states = new HashSet<>();

            Path other = Files.createDirectories(directory.resolve("other"));
            SiteNode refused = site.nodes().add("--export", "replica=" + other + ":rw");
            assertThatThrownBy(() -> refused.process().start())
                    .isInstanceOf(DemoFailure.class)
                    .hasMessageContaining("EXPORT_DIFFERS");
            SiteNode without = site.nodes().start("--export", "more=" + other + ":rw");
            JobView end = job.await("the end", LONGEST, now -> {
                states.add(now.state());
                return JobLook.isFinal(now);
            });

            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
            assertThat(states).doesNotContain("PAUSED");
            assertThat(without.process().isRunning()).isTrue();
            assertThat(other.toFile().list())
                    .as("nothing went to the other directory")
                    .containsExactly(".bdm");
            TreeOracle.assertSame(site.from().resolve("tree"), site.to().resolve("tree"));
        }
    }

    /** Files that make many chunks. */
    private static void write(SharedSite site, int directories) throws IOException {
        TreeOfSizes trees = new TreeOfSizes(directories);
        for (int d = 0; d < directories; d++) {
            Path parent = Files.createDirectories(site.from().resolve("tree/d" + d));
            for (int f = 0; f < 20; f++) trees.file(parent.resolve("f" + f), 1_000);
        }
    }

    private static long claimed(SharedSite site) {
        try {
            return site.postgres().number("site_b", "SELECT COUNT(*) FROM file_chunk WHERE lease_number > 0");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
