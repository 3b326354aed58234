package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.bdm.client.demo.DemoFailure;

/**
 * What happens to machines, chosen by chance, but each kind before one comes again: several at once, one at a time to each node. Belongs to one
 * thread. Also adds up how many
 * bytes that may have cost. {@code -Dbdm.troubles=FREEZE,KILL} chooses among these alone.
 */
final class Troubles {
    private static final long RESENT_PER_OPEN_FILE_MAX = 64L << 20;
    private static final int[] CLOCK_WRONG_SECONDS = {-120, -60, -5, 0, 5, 60, 120};
    private static final int STARTS_MAX = 30;

    private enum Kind {
        KILL,
        FREEZE,
        FREEZE_AT_PLACING,
        CUT_DATABASE,
        CUT_PEERS,
        CUT_OFF,
        DATABASE_DIES,
        CLOCK
    }

    /** From one moment to another no lease could be renewed. */
    private record Cut(SiteNode node, long fromNanos, long toNanos) {}

    private record End(long atNanos, SiteNode node, Step step) {}

    private interface Step {
        void run() throws IOException;
    }

    private final SplittableRandom random;
    private final List<SiteNode> nodes;
    private final List<SiteNode> sources;
    private final Postgres postgres;
    private final List<Kind> kinds;
    private final List<Kind> kindsToCome = new ArrayList<>();
    private final PriorityQueue<End> ends = new PriorityQueue<>(Comparator.comparingLong(End::atNanos));
    private final Map<SiteNode, Kind> troubled = new HashMap<>();
    private final Map<SiteNode, CompletableFuture<Void>> starting = new HashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Kind, Integer> counts = new TreeMap<>();
    private final List<Cut> cuts = new ArrayList<>();
    private long mayBeResent;

    Troubles(SplittableRandom random, List<SiteNode> nodes, List<SiteNode> sources, Postgres postgres) {
        this.random = random;
        this.nodes = nodes;
        this.sources = sources;
        this.postgres = postgres;
        String only = System.getProperty("bdm.troubles");
        this.kinds = only == null
                ? List.of(Kind.values())
                : Arrays.stream(only.split(",")).map(Kind::valueOf).toList();
    }

    /** At most so many bytes may have been sent again: 64 MiB for each file that was open where something happened. */
    long mayBeResent() {
        return mayBeResent;
    }

    /** How often each thing happened. */
    Map<Kind, Integer> counts() {
        return counts;
    }

    /** Something new now and then, and the end of what is due; returns after a moment. */
    void next() throws IOException {
        LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        while (!ends.isEmpty() && ends.peek().atNanos() <= System.nanoTime()) end(ends.poll());
        endStarts(false);
        assertNobodyEndedByItself();
        if (random.nextInt(8) == 0) begin();
    }

    private void end(End end) throws IOException {
        end.step().run();
        if (!starting.containsKey(end.node())) troubled.remove(end.node());
    }

    /** A start takes seconds on a busy machine; meanwhile other things happen. */
    private void endStarts(boolean waits) {
        for (SiteNode node : List.copyOf(starting.keySet())) {
            if (!waits && !starting.get(node).isDone()) continue;
            starting.remove(node).join();
            troubled.remove(node);
        }
    }

    private void assertNobodyEndedByItself() throws IOException {
        for (List<SiteNode> site : List.of(nodes, sources)) {
            for (SiteNode node : site) {
                if (!troubled.containsKey(node) && !node.process().isRunning())
                    throw new AssertionError(node.name() + " ended by itself: " + tail(node.log()));
            }
        }
    }

    private static String tail(String log) {
        return log.substring(Math.max(0, log.length() - 4_000));
    }

    private void begin() throws IOException {
        boolean isSource = random.nextInt(8) == 0;
        List<SiteNode> well = new ArrayList<>(isSource ? sources : nodes);
        well.removeAll(troubled.keySet());
        // Somebody is well, most of the time: else nothing moves, and nothing can go wrong.
        if (well.size() <= 1 && random.nextInt(10) > 0) return;
        if (kindsToCome.isEmpty()) kindsToCome.addAll(kinds);
        Kind kind = kindsToCome.remove(random.nextInt(kindsToCome.size()));
        if (kind == Kind.DATABASE_DIES) {
            count(kind, "the database dies", !counts.containsKey(kind) || random.nextInt(3) == 0);
            return;
        }
        if (kind == Kind.FREEZE_AT_PLACING) well.removeIf(node -> !node.isWritten() || !node.hasPreload());
        if (well.isEmpty()) return;
        SiteNode node = well.get(random.nextInt(well.size()));
        counts.merge(kind, 1, Integer::sum);
        switch (kind) {
            case KILL -> kill(node);
            case FREEZE_AT_PLACING -> freezeAtPlacing(node, 31_000 + random.nextInt(14_000));
            case FREEZE -> freeze(node, isSource ? 3_000 + random.nextInt(10_000) : 31_000 + random.nextInt(14_000));
            case CUT_DATABASE -> cut(kind, node, 1_000 + random.nextInt(50_000));
            case CUT_PEERS -> cut(kind, node, 1_000 + random.nextInt(20_000));
            case CUT_OFF -> cut(kind, node, 1_000 + random.nextInt(40_000));
            case CLOCK -> jump(node);
            case DATABASE_DIES -> throw new AssertionError(kind);
        }
    }

    private void count(Kind kind, String what, boolean happens) throws IOException {
        if (!happens) return;
        counts.merge(kind, 1, Integer::sum);
        say(what);
        postgres.restartAtOnce();
    }

    private void kill(SiteNode node) throws IOException {
        node.freeze(); // so that the files it has open are those with which it dies
        long cost = charge(node);
        say("kill " + node.name() + ", which may cost " + (cost >> 20) + " MiB");
        node.kill();
        later(Kind.KILL, node, random.nextInt(3_000), () -> {
            starting.put(node, CompletableFuture.runAsync(() -> start(node), threads));
        });
    }

    private void freeze(SiteNode node, long millis) throws IOException {
        node.freeze();
        say("freeze " + node.name() + " for " + millis + " ms, which may cost " + (charge(node) >> 20) + " MiB");
        later(Kind.FREEZE, node, millis, node::thaw);
    }

    /** After verifying a file, and right before it gets its name; a process that places nothing is only let alone. */
    private void freezeAtPlacing(SiteNode node, long millis) throws IOException {
        say("freeze " + node.name() + " at its next placing, until " + millis + " ms from now");
        charge(node);
        node.shared().stopBeforePlacing(1);
        later(Kind.FREEZE_AT_PLACING, node, millis, () -> {
            node.shared().stopBeforePlacing(0);
            charge(node);
            node.wake();
        });
    }

    private void cut(Kind kind, SiteNode node, long millis) throws IOException {
        charge(node);
        if (kind != Kind.CUT_PEERS) node.machine().cutDatabase();
        if (kind != Kind.CUT_DATABASE && !node.machine().cutPeers()) return;
        say(kind + " " + node.name() + " for " + millis + " ms");
        long from = System.nanoTime();
        later(kind, node, millis, () -> {
            charge(node);
            if (kind != Kind.CUT_PEERS) cuts.add(new Cut(node, from, System.nanoTime()));
            node.machine().mend();
        });
    }

    /** A node that is cut off from the database places nothing once its leases may have run out. Returns how many cuts were that long. */
    int assertNothingWasPlacedWithoutALease() throws IOException {
        int longCuts = 0;
        for (Cut cut : cuts) {
            long lastRight = cut.fromNanos() + OvertakenNodeIT.LEASE_WITHOUT_MARGIN.toNanos();
            if (cut.toNanos() < lastRight) continue;
            longCuts++;
            assertThat(cut.node().shared().placings())
                    .as("files that %s placed after its leases", cut.node().name())
                    .noneMatch(placed -> placed.atNanos() > lastRight && placed.atNanos() < cut.toNanos());
        }
        return longCuts;
    }

    private void jump(SiteNode node) throws IOException {
        int seconds = CLOCK_WRONG_SECONDS[random.nextInt(CLOCK_WRONG_SECONDS.length)];
        say("the clock of " + node.name() + " is wrong by " + seconds + " s");
        node.shared().setClockWrong(Duration.ofSeconds(seconds));
    }

    private long charge(SiteNode node) throws IOException {
        long cost = 0;
        for (long size : node.openFiles()) cost += Math.min(RESENT_PER_OPEN_FILE_MAX, size);
        mayBeResent += cost;
        return cost;
    }

    private void later(Kind kind, SiteNode node, long millis, Step step) {
        troubled.put(node, kind);
        ends.add(new End(System.nanoTime() + millis * 1_000_000, node, step));
    }

    /** As a supervisor does: a start that fails, because the database is away just then, is repeated. */
    private static void start(SiteNode node) {
        for (int start = 1; ; start++) {
            try {
                node.process().start();
                return;
            } catch (DemoFailure e) {
                if (start == STARTS_MAX) throw e;
                say(node.name() + " did not start: " + e.getMessage());
                LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
            }
        }
    }

    /** Everybody lives again, and all cables are whole. Clocks stay wrong. */
    void over() throws IOException {
        while (!ends.isEmpty()) end(ends.poll());
        endStarts(true);
        threads.shutdown();
        System.out.println("what happened: " + counts);
    }

    private static void say(String what) {
        System.out.printf("%s %s%n", LocalTime.now(ZoneOffset.UTC), what);
    }
}
