package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.bdm.core.control.job.JobView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site of several nodes on one PostgreSQL and one export, under everything that happens to machines: processes are killed and frozen, cut off
 * from the database, the database dies. Nobody gives a command; jobs end, and nothing that was ever shown or placed was wrong.
 * {@code -Dbdm.seed=N} repeats a run, or makes another one.
 */
class ManyNodesIT {
    /** The short form always has the same troubles: two deaths of the database, two of nodes, a cut. */
    private static final long SEED = 39_317_560_412_470L;

    @TempDir
    Path directory;

    private final List<AutoCloseable> toClose = new ArrayList<>();

    @Test
    void aSiteOfThreeNodesSurvivesWhatHappensToMachines() throws Exception {
        survives(SEED, new Load(4_000, 12, 96L << 20, "40M"), Duration.ofSeconds(75), Duration.ofMinutes(4));
    }

    @Test
    @Tag("long")
    void aSiteOfThreeNodesSurvivesHalfAnHour() throws Exception {
        survives(
                System.nanoTime(),
                new Load(100_000, 200, 256L << 20, "60M"),
                Duration.ofMinutes(30),
                Duration.ofMinutes(60));
    }

    private record Load(int small, int large, long largest, String rate) {}

    private void survives(long seedByDefault, Load load, Duration troubled, Duration longest) throws Exception {
        long seed = Long.getLong("bdm.seed", seedByDefault);
        System.out.println("seed of the test of many nodes: " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        Path from = Files.createDirectories(directory.resolve("a/data"));
        Path to = Files.createDirectories(directory.resolve("b/replica"));
        write(from, load, random);
        try (Postgres postgres = new Postgres(directory.resolve("pg"));
                ServerProcess source = TwoSites.server(
                        "a", directory.resolve("a/home"), List.of("--export", "data=" + from + ":ro"))) {
            source.start();
            List<SiteNode> nodes = nodes(postgres, to, 3);
            pair(source, nodes.get(0));
            assertThat(TwoSites.client(nodes.get(0).process(), "node", "list")
                            .out()
                            .lines())
                    .as("a head, and each node")
                    .hasSize(1 + nodes.size());
            AtomicLong look = new AtomicLong();
            MoverApi api = api(nodes.get(0));
            JobLook small = look(api, submit(nodes.get(0), "small", load.rate()), look);
            JobLook large = look(api, submit(nodes.get(0), "large", load.rate()), look);
            DoneFilesOracle done = new DoneFilesOracle(large, to.resolve("large"), "bdm://b/replica/large");

            Trouble trouble = new Trouble(random, nodes, postgres);
            long end = System.nanoTime() + troubled.toNanos();
            while (System.nanoTime() < end && !(isOver(small) && isOver(large))) {
                trouble.next(Math.max(0, end - System.nanoTime()));
                done.look();
            }
            trouble.over();

            for (JobLook job : List.of(small, large)) {
                JobView last = job.awaitEnd(longest);
                assertThat(last.state()).as(job.told()).isEqualTo("SUCCEEDED");
            }
            done.look();
            done.assertUntouched();
            TreeOracle.assertSame(from.resolve("small"), to.resolve("small"));
            TreeOracle.assertSame(from.resolve("large"), to.resolve("large"));
            assertNoWorkIsLeft(to);
            assertCatalogIsSound(nodes);
        } finally {
            for (int i = toClose.size() - 1; i >= 0; i--) toClose.get(i).close();
        }
    }

    private static void write(Path from, Load load, SplittableRandom random) throws IOException {
        TreeOfSizes trees = new TreeOfSizes(random.nextLong());
        for (int i = 0; i < load.small(); i++) {
            Path parent = Files.createDirectories(from.resolve("small/d" + i / 500));
            trees.file(parent.resolve("f" + i + ".nc"), random.nextInt(20_000));
        }
        for (int i = 0; i < load.large(); i++) {
            Path parent = Files.createDirectories(from.resolve("large/d" + i / 7));
            trees.file(parent.resolve("f" + i + ".nc"), load.largest() / 4 + random.nextLong(load.largest() * 3 / 4));
        }
    }

    private List<SiteNode> nodes(Postgres postgres, Path export, int count) throws IOException {
        List<SiteNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SiteNode node = new SiteNode(
                    directory,
                    "b" + i,
                    postgres,
                    i == 0 ? null : nodes.get(0),
                    "--export",
                    "replica=" + export + ":rw");
            toClose.add(node);
            node.process().start();
            nodes.add(node);
        }
        return nodes;
    }

    private static void pair(ServerProcess source, SiteNode node) {
        TwoSites.Result added = TwoSites.client(
                node.process(),
                "site",
                "add",
                "a",
                source.ready().url().toString(),
                "--token-file",
                source.tokenFile().toString());
        assertThat(added.code()).as("%s", added).isZero();
    }

    private static MoverApi api(SiteNode node) throws IOException {
        String token = Files.readString(node.process().tokenFile()).strip();
        return new MoverApi(new ServerAddress(node.process().ready().url(), token, null));
    }

    /** Bytes of open files are those of the node that answers: only figures of files are compared from look to look. */
    private static JobLook look(MoverApi api, String job, AtomicLong looks) {
        return new JobLook(api, job, looks::incrementAndGet);
    }

    private static String submit(SiteNode node, String name, String rate) {
        TwoSites.Result result = TwoSites.client(
                node.process(),
                "submit",
                "bdm://a/data/" + name,
                "bdm://b/replica/" + name,
                "--recursive",
                "--max-rate",
                rate);
        assertThat(result.code()).as("%s", result).isZero();
        return result.out().strip();
    }

    private static boolean isOver(JobLook job) {
        return job.now().filter(JobLook::isFinal).isPresent();
    }

    /** A node that was frozen or cut off may leave something for the next sweep. */
    private static void assertNoWorkIsLeft(Path export) throws IOException {
        List<String> named = List.of("export-id");
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!named.equals(List.of(export.resolve(".bdm").toFile().list())) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(100_000_000);
        }
        assertThat(export.resolve(".bdm").toFile().list())
                .as(Shell.run("cd \"$1\" && find .bdm -ls", export))
                .containsExactly("export-id");
    }

    private static void assertCatalogIsSound(List<SiteNode> nodes) throws IOException {
        for (SiteNode node : nodes)
            assertThat(node.process().stop()).as(node.name()).isZero();
        Path launcher = Path.of(System.getProperty("bdm.root", ".."), "mover-server/bin/mover-server");
        SiteNode first = nodes.get(0);
        String checked = Shell.run(
                "JAVA_HOME=\"$4\" \"$1\" catalog check --home \"$2\" --catalog \"$3\" --catalog-user postgres",
                launcher.toAbsolutePath().normalize(),
                first.process().home(),
                first.catalogUrl(),
                System.getProperty("java.home"));
        assertThat(checked).contains("0 problems");
    }

    /** What happens, one thing after the other, chosen by chance. */
    private static final class Trouble {
        private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(40);

        private final SplittableRandom random;
        private final List<SiteNode> nodes;
        private final Postgres postgres;

        Trouble(SplittableRandom random, List<SiteNode> nodes, Postgres postgres) {
            this.random = random;
            this.nodes = nodes;
            this.postgres = postgres;
        }

        void next(long nanosLeft) throws IOException {
            SiteNode node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(4)) {
                case 0 -> kill(node);
                case 1 -> freeze(nodes.get(1 + random.nextInt(nodes.size() - 1)), nanosLeft);
                case 2 -> cut(node);
                default -> {
                    say("the database dies");
                    postgres.restartAtOnce();
                }
            }
            LockSupport.parkNanos(Duration.ofMillis(500 + random.nextInt(5_000)).toNanos());
        }

        private void kill(SiteNode node) {
            say("kill " + node.name());
            node.process().kill();
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(3_000)).toNanos());
            node.process().start();
        }

        private void freeze(SiteNode node, long nanosLeft) throws IOException {
            long nanos = Math.min(nanosLeft, LONGER_THAN_A_LEASE.toNanos());
            say("freeze " + node.name() + " for " + nanos / 1_000_000_000 + " s");
            node.freeze();
            LockSupport.parkNanos(nanos);
            node.thaw();
        }

        private void cut(SiteNode node) {
            say("cut " + node.name() + " off");
            node.cut();
            LockSupport.parkNanos(
                    Duration.ofMillis(1_000 + random.nextInt(20_000)).toNanos());
            node.mend();
        }

        /** Everybody lives again. */
        void over() throws IOException {
            for (SiteNode node : nodes) {
                node.thaw();
                node.mend();
                if (!node.process().isRunning()) node.process().start();
            }
        }

        private static void say(String what) {
            System.out.printf("%s %s%n", LocalTime.now(ZoneOffset.UTC), what);
        }
    }
}
