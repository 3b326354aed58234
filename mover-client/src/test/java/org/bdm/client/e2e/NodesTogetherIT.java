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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that are not as they should be harm neither the others nor their jobs. The tests share a site. */
class NodesTogetherIT {
    private static final Duration LONGEST = Duration.ofMinutes(3);

    @TempDir
    private static Path directory;

    private static @Nullable Preload preload;
    private static SharedSite site;

    @BeforeAll
    static void start() throws IOException {
        preload = Preload.compiled(directory);
        site = new SharedSite(directory, preload);
        site.node();
        site.pair();
    }

    @AfterAll
    static void stop() throws IOException {
        site.close();
    }

    @Test
    void aNodeWhoseClockIsAheadTakesNobodysChunks() throws IOException, SQLException {
        assumeTrue(preload != null, "cc is not installed");
        write("ahead", 400);
        JobLook job = site.submit("ahead", "--max-rate", "100K");
        JobLook.awaitThat("work", LONGEST, () -> chunksOf(job, "lease_number > 0") > 1);

        SiteNode ahead = site.nodes().add("--export", "replica=" + site.to() + ":rw");
        ahead.shared().setClockWrong(Duration.ofSeconds(60));
        ahead.process().start();
        long looked = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        job.awaitWhileOpen("looks for work of the node ahead", LONGEST, () -> System.nanoTime() > looked);
        job.api().patch(job.id(), new PatchJob(null, 0L));
        JobView end = job.awaitEnd(LONGEST);

        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(chunksOf(job, "lease_number > 1"))
                .as("chunks that were leased again")
                .isZero();
        assertThat(site.postgres()
                        .number(
                                "site_b",
                                "SELECT COUNT(*) FROM node WHERE seen_ms > EXTRACT(EPOCH FROM now()) * 1000 + 5000"))
                .as("nodes seen in the future")
                .isZero();
        assertThat(ahead.log()).doesNotContain("STALE_LEASE");
        assertThat(site.nodes().first().log()).doesNotContain("STALE_LEASE");
        TreeOracle.assertSame(site.from().resolve("ahead"), site.to().resolve("ahead"));
    }

    @Test
    void anotherDirectoryUnderTheNameOfAnExportIsRefusedAndANodeWithoutItPausesNoJob() throws IOException {
        write("shared", 200);
        JobLook job = site.submit("shared", "--max-rate", "600K");
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
        TreeOracle.assertSame(site.from().resolve("shared"), site.to().resolve("shared"));
    }

    /** Files that make many chunks. */
    private static void write(String name, int directories) throws IOException {
        TreeOfSizes trees = new TreeOfSizes(directories);
        for (int d = 0; d < directories; d++) {
            Path parent = Files.createDirectories(site.from().resolve(name + "/d" + d));
            for (int f = 0; f < 20; f++) trees.file(parent.resolve("f" + f), 1_000);
        }
    }

    private static long chunksOf(JobLook job, String condition) {
        try {
            return site.postgres()
                    .number(
                            "site_b",
                            "SELECT COUNT(*) FROM file_chunk WHERE job_no = " + job.number() + " AND " + condition);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
