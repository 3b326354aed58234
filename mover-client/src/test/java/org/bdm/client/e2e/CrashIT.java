package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.bdm.client.demo.ServerProcess;
import org.bdm.client.e2e.TreeOracle.Content;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both sites die again and again in the middle of one job. Nobody gives a command; it ends, and nothing that was ever
 * shown or placed was wrong. {@code -Dbdm.seed=N} repeats a run.
 */
class CrashIT {
    private static final long RESENT_PER_OPEN_FILE_MAX = 64L << 20;
    private static final double FIRST_KILL = 0.03;
    private static final double LAST_KILL = 0.9;

    private static final long MIB = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(90);

    @RegisterExtension
    static final OwnSites OWN = OwnSites.onAWire();

    private record Kill(double atShare, boolean isDestination, long laterMillis) {}

    @Test
    void aJobSurvivesKillsOfBothSites(TwoSites sites, DataWire wire) throws IOException {
        survives(sites, wire, 60, 32L << 20, "16M", new Kills(2, 1), Duration.ofMinutes(3));
    }

    @Test
    @Tag("long")
    void aJobOfLargeFilesSurvivesManyKillsOfBothSites(@TempDir Path directory) throws IOException {
        SiteSetup fast = SiteSetup.in(directory).javaOptions("-Xmx384m");
        try (DataWire wire = new DataWire();
                TwoSites sites = TwoSites.paired(fast.through(wire))) {
            survives(sites, wire, 200, 2L << 30, "400M", new Kills(10, 3), Duration.ofMinutes(40));
        }
    }

    private record Kills(int ofDestination, int ofSource) {
        int all() {
            return ofDestination + ofSource;
        }
    }

    private static void survives(
            TwoSites sites, DataWire wire, int files, long largest, String rate, Kills kills, Duration longest)
            throws IOException {
        SplittableRandom random = seeded();
        Path source = sites.sourceData().resolve("tree");
        Path destination = Files.createDirectories(sites.destinationData().resolve("tree"));
        long total = new TreeOfSizes(random.nextLong()).write(source, files, largest);
        Map<String, Content> expected = TreeOracle.read(source);
        long before = wire.payloadBytes();
        LongSupplier onWire = () -> wire.payloadBytes() - before;

        try (FinalNameWatcher watcher = new FinalNameWatcher(destination, expected)) {
            JobLook job = sites.submit("tree", "--max-rate", rate);
            DoneFilesOracle done = new DoneFilesOracle(job, destination, "bdm://b/replica/tree");
            long mayBeResent = 0;
            for (Kill kill : moments(random, kills)) {
                job.await("share " + kill.atShare(), longest, now -> {
                    lookAt(done);
                    return onWire.getAsLong() >= kill.atShare() * total;
                });
                LockSupport.parkNanos(kill.laterMillis() * 1_000_000);
                mayBeResent += killed(sites, kill, onWire.getAsLong());
            }
            JobView end = job.await("the end", longest, now -> {
                lookAt(done);
                return JobLook.isFinal(now);
            });
            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
            assertThat(end.files().done()).isEqualTo(files);
            done.look();
            done.assertUntouched();
            assertTruth(end.bytes(), total, mayBeResent, onWire.getAsLong(), kills.all());
            watcher.close();
            assertThat(watcher.violations()).isEmpty();
            assertThat(watcher.files()).isEqualTo(files);
        }
        TreeOracle.assertSame(source, destination);
        assertThat(sites.partialFiles()).isEmpty();
    }

    private static SplittableRandom seeded() {
        long seed = Long.getLong("bdm.seed", System.nanoTime());
        System.out.println("seed of the crash test: " + seed);
        return new SplittableRandom(seed);
    }

    private static void lookAt(DoneFilesOracle done) {
        try {
            done.look();
        } catch (IOException e) {
            throw new AssertionError("a file that was DONE cannot be looked at", e);
        }
    }

    private static List<Kill> moments(SplittableRandom random, Kills kills) {
        List<Kill> moments = new ArrayList<>();
        for (int i = 0; i < kills.all(); i++) {
            double share = random.nextDouble(FIRST_KILL, LAST_KILL);
            moments.add(new Kill(share, i < kills.ofDestination(), random.nextLong(300)));
        }
        moments.sort(Comparator.comparing(Kill::atShare));
        return moments;
    }

    /** What this death may cost: of the destination, so much of every open file; of the source, nothing that arrived. */
    private static long killed(TwoSites sites, Kill kill, long payloadBytes) throws IOException {
        ServerProcess server = kill.isDestination() ? sites.destination() : sites.source();
        server.kill();
        long cost = 0;
        List<Path> open = sites.partialFiles();
        if (kill.isDestination()) {
            for (Path part : open) cost += Math.min(RESENT_PER_OPEN_FILE_MAX, size(part));
        }
        String site = kill.isDestination() ? "destination" : "source";
        System.out.printf(
                "%s killed %s after %d MiB on the wire, %d files open, may cost %d MiB%n",
                LocalTime.now(ZoneOffset.UTC), site, payloadBytes >> 20, open.size(), cost >> 20);
        server.start();
        System.out.printf("%s ready again%n", LocalTime.now(ZoneOffset.UTC));
        return cost;
    }

    private static long size(Path part) throws IOException {
        try {
            return Files.size(part);
        } catch (NoSuchFileException endedMeanwhile) {
            return 0;
        }
    }

    /**
     * What the job says was moved and sent again, against the bound and against what went over the wire. The wire may
     * have carried what no process lived to see: at each death what was on its way.
     */
    private static void assertTruth(ByteCounts said, long total, long mayBeResent, long onWire, int kills) {
        long unseen = onWire - said.moved() - said.resent();
        System.out.printf(
                "moved %d, sent again %d of at most %d, on the wire %d (%d unseen)%n",
                said.moved(), said.resent(), mayBeResent, onWire, unseen);
        assertThat(said.total()).isEqualTo(total);
        assertThat(said.durable()).isEqualTo(total);
        assertThat(said.moved()).isEqualTo(total);
        assertThat(said.resent()).isBetween(0L, mayBeResent);
        assertThat(unseen).isBetween(0L, kills * RESENT_PER_OPEN_FILE_MAX);
    }

    @Test
    void bothServersStopCleanlyInTheMiddleAndTheJobGoesOn(TwoSites sites) throws IOException {
        Path source = Files.createDirectories(sites.sourceData().resolve("stopped"));
        new TreeOfSizes(128).file(source.resolve("big.nc"), 128 * MIB);
        JobLook job = sites.submit("stopped", "--max-rate", "8M");
        job.awaitWhileOpen("bytes at the destination", LONGEST, () -> arrived(job) > 4 * MIB);
        assertStopsCleanly(sites.destination());
        sites.destination().start();
        job.awaitWhileOpen("more bytes", LONGEST, () -> arrived(job) > 8 * MIB);
        assertStopsCleanly(sites.source());
        sites.source().start();
        sites.client("set", job.id(), "--max-rate", "200M"); // refused if it has ended meanwhile
        JobView end = job.awaitEnd(LONGEST);
        assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        assertThat(end.bytes().resent()).as("marks were made durable").isLessThanOrEqualTo(8 * MIB);
        TreeOracle.assertSame(source, sites.destinationData().resolve("stopped"));
    }

    private static void assertStopsCleanly(ServerProcess server) {
        long before = System.nanoTime();
        assertThat(server.stop()).as("exit code, see %s", server.errorFile()).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    }

    /** The temporary file has its whole size from the beginning, so its size tells nothing. */
    private static long arrived(JobLook job) {
        return job.now().map(now -> now.bytes().moved()).orElse(0L);
    }
}
