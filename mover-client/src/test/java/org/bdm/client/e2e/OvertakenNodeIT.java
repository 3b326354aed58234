package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that stops at the worst moment, after verifying and right before placing, and wakes when another one has its work. The tests share
 * one site of two nodes, and the second one takes work only where a test says so.
 */
class OvertakenNodeIT {
    private static final Duration LEASE_AND_MORE = Duration.ofMinutes(4);

    /** A lease lasts 30 s, and nothing is placed in the last 5 of them; one second for the test. */
    static final Duration LEASE_WITHOUT_MARGIN = Duration.ofSeconds(26);

    @TempDir
    private static Path directory;

    private static SharedSite site;
    private static SiteNode node;
    private static SiteNode next;

    private final int staleBefore = count(node, "STALE_LEASE");

    @BeforeAll
    static void start() throws IOException {
        Preload preload = Preload.compiled(directory);
        assumeTrue(preload != null, "cc is not installed");
        site = new SharedSite(directory, preload);
        node = site.node();
        site.pair();
        next = site.node();
        command(node, "node", "drain", "node-2");
    }

    @AfterAll
    static void stop() throws IOException {
        if (site == null) return;
        try (SharedSite ended = site) {
            assertThat(ended.nodes().stopAndCheckCatalog()).contains("0 problems");
        }
    }

    @Test
    void aFrozenNodeThatWakesAfterItsFileWasPlacedByAnotherChangesNothing() throws IOException {
        // One file: of several, another thread may place one while the process is being stopped.
        Files.createDirectories(site.from().resolve("one"));
        new TreeOfSizes(8).write(site.from().resolve("other"), 3, 1 << 20);
        TreeOfSizes one = new TreeOfSizes(9);
        one.file(site.from().resolve("one/big.nc"), 3 << 20);

        node.shared().stopBeforePlacing(1);
        JobLook job = site.submit("one");
        JobLook.awaitThat("stop before placing", LEASE_AND_MORE, () -> isStopped(node));
        Path placed = site.to().resolve("one");
        assertThat(placed.resolve("big.nc")).doesNotExist();
        command(next, "node", "resume", "node-2");
        JobLook seen = new JobLook(next.api(next.rest()), job.id(), () -> 0);
        JobView end = seen.awaitEnd(LEASE_AND_MORE);
        assertThat(end.state()).as(seen.told()).isEqualTo("SUCCEEDED");
        Map<String, Object> before = status(placed.resolve("big.nc"));
        var rows = seen.files(null);

        node.wake();
        awaitStaleLease();
        // What it had begun is over when it has done other work: it takes nothing before.
        command(next, "node", "drain", "node-2");
        assertThat(site.submit("other").awaitEnd(LEASE_AND_MORE).state()).isEqualTo("SUCCEEDED");

        assertThat(status(placed.resolve("big.nc"))).isEqualTo(before);
        assertThat(seen.files(null)).isEqualTo(rows).extracting(FileView::state).containsOnly("DONE");
        TreeOracle.assertSame(site.from().resolve("one"), placed);
        JobLook.awaitThat(
                "sweep of the work areas",
                LEASE_AND_MORE,
                () -> "export-id"
                        .equals(String.join(
                                " ", site.to().resolve(".bdm").toFile().list())));
    }

    @Test
    void aNodeThatIsCutOffFromTheDatabasePlacesNothingAfterItsLeasesAndContinuesLater() throws IOException {
        Path tree = write("cut", 10);
        JobLook job = site.submit("cut", "--max-rate", "2M");
        long first = placings(node, 0);
        JobLook.awaitThat("placing", LEASE_AND_MORE, () -> placings(node, 0) > first + 2);

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
        TreeOracle.assertSame(tree, site.to().resolve("cut"));
    }

    @Test
    void aFrozenNodeThatWakesWhileAnotherDoesItsWorkTakesNothingFromIt() throws IOException, SQLException {
        Path tree = write("frozen", 12);
        int staleOfNext = count(next, "STALE_LEASE");
        int endedEarly = count(next, "ended early");
        long ofNode = placings(node, 0);
        long ofNext = placings(next, 0);
        JobLook job = site.submit("frozen", "--max-rate", "2M");
        JobLook.awaitThat("placing", LEASE_AND_MORE, () -> placings(node, 0) > ofNode + 2);

        node.freeze();
        command(next, "node", "resume", "node-2");
        JobLook.awaitThat("placing by the next holder", LEASE_AND_MORE, () -> placings(next, 0) > ofNext + 2);
        node.thaw();
        awaitStaleLease();
        long seen = placings(next, 0);
        JobLook.awaitThat(
                "more by the next holder",
                LEASE_AND_MORE,
                () -> placings(next, 0) > seen + 8 || count(next, "ended early") > endedEarly);
        job.api().patch(job.id(), new PatchJob(null, 0L));

        assertThat(job.awaitEnd(LEASE_AND_MORE).state()).isEqualTo("SUCCEEDED");
        assertThat(count(next, "STALE_LEASE"))
                .as("work of the next holder that was taken from it")
                .isEqualTo(staleOfNext);
        assertThat(count(next, "ended early"))
                .as("work of the next holder that ended early")
                .isEqualTo(endedEarly);
        assertThat(site.postgres()
                        .number("site_b", "SELECT MAX(lease_number) FROM file_chunk WHERE job_no = " + job.number()))
                .as("one claim by each")
                .isEqualTo(2);
        TreeOracle.assertSame(tree, site.to().resolve("frozen"));
        command(next, "node", "drain", "node-2");
    }

    private static Path write(String name, int seed) throws IOException {
        TreeOfSizes files = new TreeOfSizes(seed);
        Path tree = Files.createDirectories(site.from().resolve(name));
        for (int i = 0; i < 80; i++) files.file(tree.resolve("f" + i), 2 << 20);
        return tree;
    }

    private void awaitStaleLease() {
        JobLook.awaitThat("STALE_LEASE in the log", LEASE_AND_MORE, () -> count(node, "STALE_LEASE") > staleBefore);
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

    /** How often the log of a node has this. */
    private static int count(SiteNode node, String text) {
        try {
            return node.log().split(Pattern.quote(text), -1).length - 1;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, Object> status(Path file) throws IOException {
        return Files.readAttributes(file, "unix:ino,ctime,size,lastModifiedTime");
    }
}
