package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A process that stops at the worst moment, after verifying and right before placing, and wakes when another one has its work. */
@Execution(ExecutionMode.CONCURRENT)
class OvertakenNodeIT {
    private static final Duration LEASE_AND_MORE = Duration.ofMinutes(4);

    /** A lease lasts 30 s, and nothing is placed in the last 5 of them; one second for the test. */
    static final Duration LEASE_WITHOUT_MARGIN = Duration.ofSeconds(26);

    @TempDir
    Path directory;

    @Test
    void aFrozenNodeThatWakesAfterItsFileWasPlacedByAnotherChangesNothing() throws IOException {
        Preload preload = Preload.compiled(directory);
        assumeTrue(preload != null, "cc is not installed");
        try (SharedSite site = new SharedSite(directory, preload)) {
            // One file: of several, another thread may place one while the process is being stopped.
            Files.createDirectories(site.from().resolve("tree"));
            new TreeOfSizes(8).write(site.from().resolve("other"), 3, 1 << 20);
            TreeOfSizes one = new TreeOfSizes(9);
            one.file(site.from().resolve("tree/big.nc"), 3 << 20);
            SiteNode frozen = site.node();
            site.pair();
            SiteNode next = site.node();
            command(frozen, "node", "drain", "node-2");

            frozen.shared().stopBeforePlacing(1);
            JobLook job = site.submit("tree");
            JobLook.awaitThat("stop before placing", LEASE_AND_MORE, () -> isStopped(frozen));
            Path placed = site.to().resolve("tree");
            assertThat(placed.resolve("big.nc")).doesNotExist();
            command(next, "node", "resume", "node-2");
            JobLook seen = new JobLook(next.api(next.rest()), job.id(), () -> 0);
            JobView end = seen.awaitEnd(LEASE_AND_MORE);
            assertThat(end.state()).as(seen.told()).isEqualTo("SUCCEEDED");
            Map<String, Object> before = status(placed.resolve("big.nc"));
            var rows = seen.files(null);

            frozen.wake();
            JobLook.awaitThat(
                    "STALE_LEASE in the log", LEASE_AND_MORE, () -> log(frozen).contains("STALE_LEASE"));
            // What it had begun is over when it has done other work: it takes nothing before.
            command(next, "node", "drain", "node-2");
            assertThat(site.submit("other").awaitEnd(LEASE_AND_MORE).state()).isEqualTo("SUCCEEDED");

            assertThat(status(placed.resolve("big.nc"))).isEqualTo(before);
            assertThat(seen.files(null))
                    .isEqualTo(rows)
                    .extracting(FileView::state)
                    .containsOnly("DONE");
            TreeOracle.assertSame(site.from().resolve("tree"), placed);
            JobLook.awaitThat(
                    "sweep of the work areas",
                    LEASE_AND_MORE,
                    () -> "export-id"
                            .equals(String.join(
                                    " ", site.to().resolve(".bdm").toFile().list())));
            assertThat(site.nodes().stopAndCheckCatalog()).contains("0 problems");
        }
    }

    @Test
    void aNodeThatIsCutOffFromTheDatabasePlacesNothingAfterItsLeasesAndContinuesLater() throws IOException {
        Preload preload = Preload.compiled(directory);
        assumeTrue(preload != null, "cc is not installed");
        try (SharedSite site = new SharedSite(directory, preload)) {
            TreeOfSizes files = new TreeOfSizes(10);
            Path tree = Files.createDirectories(site.from().resolve("tree"));
            for (int i = 0; i < 80; i++) files.file(tree.resolve("f" + i), 2 << 20);
            SiteNode node = site.node();
            site.pair();
            JobLook job = site.submit("tree", "--max-rate", "2M");
            JobLook.awaitThat("placing", LEASE_AND_MORE, () -> placings(node, 0) > 2);

            node.machine().cutDatabase();
            long withoutLease = System.nanoTime() + LEASE_WITHOUT_MARGIN.toNanos();
            long mended = withoutLease + Duration.ofSeconds(15).toNanos();
            JobLook.awaitThat("end of the cut", LEASE_AND_MORE, () -> System.nanoTime() > mended);
            long placed = placings(node, 0);
            assertThat(placings(node, withoutLease)).isZero();
            node.machine().mend();

            JobLook.awaitThat("placing again", LEASE_AND_MORE, () -> placings(node, 0) > placed);
            job.api().patch(job.id(), new PatchJob(null, 0L));
            assertThat(job.awaitEnd(LEASE_AND_MORE).state()).isEqualTo("SUCCEEDED");
            TreeOracle.assertSame(tree, site.to().resolve("tree"));
        }
    }

    @Test
    void aFrozenNodeThatWakesWhileAnotherDoesItsWorkTakesNothingFromIt() throws IOException, SQLException {
        Preload preload = Preload.compiled(directory);
        assumeTrue(preload != null, "cc is not installed");
        try (SharedSite site = new SharedSite(directory, preload)) {
            TreeOfSizes files = new TreeOfSizes(12);
            Path tree = Files.createDirectories(site.from().resolve("tree"));
            for (int i = 0; i < 80; i++) files.file(tree.resolve("f" + i), 2 << 20);
            SiteNode frozen = site.node();
            site.pair();
            SiteNode next = site.node();
            command(frozen, "node", "drain", "node-2");
            JobLook job = site.submit("tree", "--max-rate", "2M");
            JobLook.awaitThat("placing", LEASE_AND_MORE, () -> placings(frozen, 0) > 2);

            frozen.freeze();
            command(next, "node", "resume", "node-2");
            JobLook.awaitThat("placing by the next holder", LEASE_AND_MORE, () -> placings(next, 0) > 2);
            frozen.thaw();
            JobLook.awaitThat(
                    "STALE_LEASE in the log", LEASE_AND_MORE, () -> log(frozen).contains("STALE_LEASE"));
            long seen = placings(next, 0);
            JobLook.awaitThat(
                    "more by the next holder",
                    LEASE_AND_MORE,
                    () -> placings(next, 0) > seen + 8 || log(next).contains("ended early"));
            job.api().patch(job.id(), new PatchJob(null, 0L));

            assertThat(job.awaitEnd(LEASE_AND_MORE).state()).isEqualTo("SUCCEEDED");
            assertThat(log(next)).as("the work of the next holder").doesNotContain("STALE_LEASE", "ended early");
            assertThat(site.postgres().number("site_b", "SELECT MAX(lease_number) FROM file_chunk"))
                    .as("one claim by each")
                    .isEqualTo(2);
            TreeOracle.assertSame(tree, site.to().resolve("tree"));
        }
    }

    private static long placings(SiteNode node, long afterNanos) {
        try {
            return node.shared().placings().stream()
                    .filter(placed -> placed.atNanos() > afterNanos)
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void command(SiteNode node, String... arguments) {
        TwoSites.Result result = node.client(arguments);
        assertThat(result.code()).as("%s", result).isZero();
    }

    private static boolean isStopped(SiteNode node) {
        try {
            String status = Files.readString(Path.of("/proc/" + node.process().processId() + "/status"));
            return status.contains("State:\tT");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String log(SiteNode node) {
        try {
            return node.log();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, Object> status(Path file) throws IOException {
        return Files.readAttributes(file, "unix:ino,ctime,size,lastModifiedTime");
    }
}
