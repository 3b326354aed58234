package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site of several nodes on one PostgreSQL and one export, under everything that happens to machines: processes are killed and frozen, cut off
 * from the database and from other sites, clocks jump, the database dies; file locks exclude nobody. Nobody gives a command; jobs end, and
 * nothing that was ever acknowledged, shown or placed was wrong. {@code -Dbdm.seed=N} repeats a run, or makes another one.
 */
class ManyNodesIT {
    /** The short form always draws the same troubles. */
    private static final long SEED = 39_317_560_412_470L;

    private static final int SOURCES = 2;
    private static final int CONTROLS = 3;
    private static final int DATA_NODES = 3;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    @Test
    @Tag("long")
    void aSiteOfManyNodesSurvivesWhatHappensToMachines() throws Exception {
        Duration troubled = Duration.ofSeconds(Long.getLong("bdm.troubled.seconds", 60));
        survives(SEED, new Load(2_000, 4, 24, 64L << 20, "3M", Duration.ofSeconds(1)), troubled, Duration.ofMinutes(5));
    }

    @Test
    @Tag("long")
    void aSiteOfManyNodesSurvivesHalfAnHour() throws Exception {
        Duration troubled = Duration.ofSeconds(Long.getLong("bdm.troubled.seconds", 1_800));
        survives(
                System.nanoTime(),
                new Load(100_000, 4, 200, 256L << 20, "6M", Duration.ofSeconds(3)),
                troubled,
                Duration.ofMinutes(90));
    }

    /**
     * What is moved.
     *
     * @param jobs over which the large files are spread: a chunk holds many of them, and a node at a time holds a chunk
     * @param rate of each job and node, until the troubles are over
     */
    private record Load(int small, int jobs, int large, long largest, String rate, Duration betweenSubmissions) {}

    private void survives(long seedByDefault, Load load, Duration troubled, Duration longest) throws Exception {
        long seed = Long.getLong("bdm.seed", seedByDefault);
        System.out.println("seed of the test of many nodes: " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        Path from = Files.createDirectories(directory.resolve("a/data"));
        Path to = Files.createDirectories(directory.resolve("b/replica"));
        write(from, load, random);
        try (Machines machines = Machines.in(directory);
                Postgres postgres =
                        new Postgres(directory.resolve("pg"), machines.databaseAddresses(), machines.certificate())) {
            NodesOfSite.Ground ground =
                    new NodesOfSite.Ground(directory, machines, postgres, Preload.compiled(directory));
            try (NodesOfSite sources = new NodesOfSite(ground, "a", "--export", "data=" + from + ":ro");
                    NodesOfSite nodes = new NodesOfSite(ground, "b");
                    NodeLogs logs = new NodeLogs(sources, nodes)) {
                for (int i = 0; i < SOURCES; i++) sources.start();
                for (int i = 0; i < CONTROLS; i++) nodes.start("--role", "control");
                for (int i = 0; i < DATA_NODES; i++) nodes.start("--role", "data", "--export", "replica=" + to + ":rw");
                nodes.pair(sources);
                List<URI> controls =
                        nodes.all().stream().limit(CONTROLS).map(SiteNode::rest).toList();
                try (LoadBalancer balancer = new LoadBalancer(controls)) {
                    MoverApi api = nodes.first().api(balancer.address());
                    Troubles troubles = new Troubles(random, nodes.all(), sources.all(), postgres);
                    List<Transfer> transfers = new ArrayList<>();
                    for (String name : names(load))
                        transfers.add(new Transfer(name, submit(nodes.first(), api, name, load.rate()), from, to));
                    SubmittingClient client =
                            new SubmittingClient(nodes.first().api(balancer.address()), load.betweenSubmissions());
                    try (client) {
                        trouble(troubles, troubled, transfers);
                    }
                    for (Transfer transfer : transfers) transfer.hurry(api);
                    for (Transfer transfer : transfers) transfer.assertEnded(longest);
                    int others = client.assertAllAreThere(api, longest);
                    for (Transfer transfer : transfers) transfer.assertTrue(longest);
                    assertBytes(transfers, troubles);
                    System.out.println(
                            troubles.assertNothingWasPlacedWithoutALease() + " cuts were longer than a lease");
                    assertHeldOnce(api, load.small() + load.large() + SubmittingClient.files() * others);
                }
                assertNoWorkIsLeft(to);
                assertThat(nodes.stopAndCheckCatalog()).contains("0 problems");
                assertThat(sources.stopAndCheckCatalog()).contains("0 problems");
                logs.testHasPassed();
            }
        }
    }

    private static void trouble(Troubles troubles, Duration troubled, List<Transfer> transfers) throws IOException {
        long end = System.nanoTime() + troubled.toNanos();
        Looks looks = new Looks(BETWEEN_LOOKS, () -> {
            for (Transfer transfer : transfers) transfer.look();
        });
        try (looks) {
            while (System.nanoTime() < end) troubles.next();
            troubles.over();
        }
        looks.assertWell();
    }

    private static List<String> names(Load load) {
        List<String> names = new ArrayList<>(List.of("small"));
        for (int i = 0; i < load.jobs(); i++) names.add("large" + i);
        return names;
    }

    private static void write(Path from, Load load, SplittableRandom random) throws IOException {
        TreeOfSizes trees = new TreeOfSizes(random.nextLong());
        for (int i = 0; i < load.small(); i++) {
            Path parent = Files.createDirectories(from.resolve("small/d" + i / 500));
            trees.file(parent.resolve("f" + i + ".nc"), random.nextInt(20_000));
        }
        for (int i = 0; i < load.large(); i++) {
            Path parent = Files.createDirectories(from.resolve("large" + i % load.jobs() + "/d" + i / 7));
            trees.file(parent.resolve("f" + i + ".nc"), load.largest() / 4 + random.nextLong(load.largest() * 3 / 4));
        }
        Path tiny = Files.createDirectories(from.resolve("tiny"));
        for (int i = 0; i < SubmittingClient.files(); i++) trees.file(tiny.resolve(SubmittingClient.name(i)), 1_000);
    }

    private static JobLook submit(SiteNode node, MoverApi api, String name, String rate) {
        TwoSites.Result result = node.client(
                "submit", "bdm://a/data/" + name, "bdm://b/replica/" + name, "--recursive", "--max-rate", rate);
        assertThat(result.code()).as("%s", result).isZero();
        AtomicLong looks = new AtomicLong();
        // Bytes of open files are those of the node that answers: only figures of files are compared from look to look.
        return new JobLook(api, result.out().strip(), looks::incrementAndGet);
    }

    /** One of the two large jobs, and what was seen of it. */
    private static final class Transfer {
        private final JobLook job;
        private final Path source;
        private final Path destination;
        private final DoneFilesOracle done;
        private JobView end;

        Transfer(String name, JobLook job, Path from, Path to) {
            this.job = job;
            this.source = from.resolve(name);
            this.destination = to.resolve(name);
            this.done = new DoneFilesOracle(job, destination, "bdm://b/replica/" + name);
        }

        void look() throws IOException {
            if (job.now().isPresent()) done.look();
        }

        /** Takes its limit of the rate away. */
        void hurry(MoverApi api) {
            JobLook.awaitThat("a change of the rate", Duration.ofMinutes(1), () -> {
                try {
                    if (JobLook.isFinal(api.job(job.id()))) return true;
                    api.patch(job.id(), new PatchJob(null, 0L));
                    return true;
                } catch (ServerUnreachable e) {
                    return false;
                } catch (ServerRefusal e) {
                    if (!e.isPassing() && e.problem().status() != 409) throw e;
                    return false;
                }
            });
        }

        void assertEnded(Duration longest) {
            end = job.awaitEnd(longest);
            assertThat(end.state()).as(job.told()).isEqualTo("SUCCEEDED");
        }

        /** Every file was counted once, is what it is at the source, and was not touched after it was shown as DONE. */
        void assertTrue(Duration longest) throws IOException {
            done.look();
            System.out.printf("%s: %d files seen DONE, %s%n", job.id(), done.files(), end.bytes());
            done.assertUntouched();
            TreeOracle.assertSame(source, destination, longest);
            long files = Long.parseLong(
                    Shell.run("find \"$1\" -type f | wc -l", source).strip());
            assertThat(end.files().total()).isEqualTo(files);
            assertThat(end.files().skipped())
                    .as("files that were there already, although nothing was: placed by somebody without a lease")
                    .isZero();
            assertThat(end.files().done()).isEqualTo(files);
            assertThat(end.bytes().durable()).isEqualTo(end.bytes().total());
        }
    }

    private static void assertBytes(List<Transfer> transfers, Troubles troubles) {
        long resent = transfers.stream()
                .mapToLong(transfer -> transfer.end.bytes().resent())
                .sum();
        System.out.printf("sent again %d of at most %d bytes%n", resent, troubles.mayBeResent());
        assertThat(resent).isBetween(0L, troubles.mayBeResent());
    }

    private static void assertHeldOnce(MoverApi api, long files) {
        Set<String> paths = new HashSet<>();
        long rows = 0;
        for (Iterator<HoldingView> held = api.holdings(null, null, "replica", null); held.hasNext(); rows++)
            paths.add(held.next().path());
        assertThat(rows).as("holdings").isEqualTo(paths.size()).isEqualTo(files);
    }

    /** A node that was frozen or cut off may leave something for the next sweep. */
    private static void assertNoWorkIsLeft(Path export) throws IOException {
        List<String> named = List.of("export-id");
        try {
            JobLook.awaitThat(
                    "sweep of the work areas",
                    Duration.ofSeconds(90),
                    () -> named.equals(List.of(export.resolve(".bdm").toFile().list())));
        } catch (AssertionError e) {
            throw new AssertionError(Shell.run("cd \"$1\" && find .bdm -ls", export), e);
        }
    }
}
