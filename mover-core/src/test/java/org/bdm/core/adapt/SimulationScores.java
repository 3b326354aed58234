package org.bdm.core.adapt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bdm.core.adapt.SimulatedPath.Files;

/** Scores of the controllers that are compared, over all paths and some seeds. */
final class SimulationScores {
    static final int INTERVALS = 100;
    static final int STEADY_FROM = 20;

    private static final int AFTER_STEP = 40;
    private static final int SHARED_INTERVALS = 200;
    private static final int SHARED_FROM_END = 100;
    private static final int[] ARRIVALS = {0, 7, 18, 31};
    private static final double[][] SHARED = {{0.0001, 1e-6}, {0.01, 1e-6}, {0.01, 1e-5}, {0.05, 1e-6}, {0.2, 1e-5}};

    private SimulationScores() {}

    static Map<String, Supplier<Contender>> contenders() {
        Map<String, Supplier<Contender>> all = new LinkedHashMap<>();
        all.put("this controller", Contender::ours);
        all.put("fixed 4", Contender.fixed(4));
        all.put("fixed 8", Contender.fixed(8));
        all.put("hill climber (Falcon)", HillClimber::new);
        all.put("rule of FTS3", FtsRule::new);
        return all;
    }

    /** Mean speed in the steady part, over seeds. */
    static double steadySpeed(SimulatedPath path, Supplier<Contender> contender, int seeds) {
        return IntStream.rangeClosed(1, seeds)
                .mapToDouble(seed ->
                        SimulatedRun.of(path, contender, seed, INTERVALS).meanSpeed(STEADY_FROM, INTERVALS))
                .average()
                .orElse(0);
    }

    /** Best mean speed of any fixed numbers: the same for each stage, or the fewest that can reach what is possible. */
    static double bestFixedSpeed(SimulatedPath path, int seeds) {
        List<Parallelism> tried = new ArrayList<>();
        for (int n : new int[] {1, 2, 4, 8, 16}) tried.add(Contender.BOUNDS.clamp(Parallelism.ofEach(n)));
        tried.add(SimulatedRun.best(path, 1, 0));
        tried.add(SimulatedRun.best(path, 1, 7));
        return tried.stream()
                .mapToDouble(counts -> steadySpeed(path, () -> Contender.fixed(counts), seeds))
                .max()
                .orElse(0);
    }

    /** Intervals from the step until 90 % of what is possible, one number a seed. */
    static List<Integer> intervalsAfterStep(SimulatedPath path, Supplier<Contender> contender, int seeds) {
        return IntStream.rangeClosed(1, seeds)
                .mapToObj(seed -> SimulatedRun.of(path, contender, seed, SimulatedPaths.STEP_AT + AFTER_STEP)
                        .intervalsToReach(SimulatedPaths.STEP_AT, SimulatedPaths.STEP_AT + AFTER_STEP, AFTER_STEP))
                .toList();
    }

    /** Jain's index of four transfers that begin one after the other, over their last {@value #SHARED_FROM_END} intervals. */
    static double jainIndex(SimulatedPath path, Supplier<Contender> contender, long seed) {
        List<SimulatedTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < ARRIVALS.length; i++) {
            transfers.add(new SimulatedTransfer(path, contender.get(), 10 * seed + i, ARRIVALS[i]));
        }
        new SimulatedLink(path, transfers).run(SHARED_INTERVALS);
        double sum = 0;
        double squares = 0;
        for (SimulatedTransfer one : transfers) {
            List<Double> speeds = one.speeds();
            double mean = speeds.subList(speeds.size() - SHARED_FROM_END, speeds.size()).stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            sum += mean;
            squares += mean * mean;
        }
        return sum * sum / (transfers.size() * squares);
    }

    static List<SimulatedPath> shared(double noise) {
        List<SimulatedPath> paths = new ArrayList<>();
        for (double[] each : SHARED) paths.add(SimulatedPaths.shared(each[0], each[1], noise));
        return paths;
    }

    /** A table in Markdown: one row a controller. */
    static String table(double noise, int seeds) {
        StringBuilder rows = new StringBuilder();
        rows.append(
                "| controller | intervals to 90 % | regret | workers | deviation | after a step up | within 5 | after"
                        + " a step down | regret with stalls | Jain index, worst |\n");
        rows.append("|---|---|---|---|---|---|---|---|---|---|\n");
        contenders().forEach((name, contender) -> rows.append(row(name, contender, noise, seeds)));
        return rows.toString();
    }

    private static String row(String name, Supplier<Contender> contender, double noise, int seeds) {
        List<SimulatedRun> steady = new ArrayList<>();
        for (Files files : Files.values()) {
            for (SimulatedPath path : SimulatedPaths.steady(files, noise)) {
                for (int seed = 1; seed <= 2; seed++) {
                    steady.add(SimulatedRun.of(path, contender, seed, INTERVALS));
                }
            }
        }
        List<Integer> up = new ArrayList<>();
        for (SimulatedPath path : SimulatedPaths.withStep(noise, false)) {
            up.addAll(intervalsAfterStep(path, contender, 5 * seeds));
        }
        List<Integer> down = new ArrayList<>();
        for (SimulatedPath path : SimulatedPaths.withStep(noise, true)) {
            down.addAll(intervalsAfterStep(path, contender, 5 * seeds));
        }
        double stalls = SimulatedPaths.withStalls(noise).stream()
                .mapToDouble(
                        path -> SimulatedRun.of(path, contender, 1, INTERVALS).regret(STEADY_FROM, INTERVALS))
                .average()
                .orElse(0);
        double jain = shared(noise).stream()
                .flatMapToDouble(
                        path -> IntStream.rangeClosed(1, seeds).mapToDouble(seed -> jainIndex(path, contender, seed)))
                .min()
                .orElse(0);
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f %% | %.0f | %.1f | %.1f | %.0f %% | %.1f | %.1f %% | %.3f |%n",
                name,
                mean(steady.stream()
                        .map(run -> run.intervalsToReach(0, INTERVALS, INTERVALS))
                        .toList()),
                100
                        * steady.stream()
                                .mapToDouble(run -> run.regret(STEADY_FROM, INTERVALS))
                                .average()
                                .orElse(0),
                steady.stream()
                        .mapToDouble(run -> run.meanWorkers(STEADY_FROM, INTERVALS))
                        .average()
                        .orElse(0),
                steady.stream()
                        .mapToDouble(run -> run.oscillation(STEADY_FROM, INTERVALS))
                        .average()
                        .orElse(0),
                mean(up),
                100 * shareWithin(up, 5),
                mean(down),
                100 * stalls,
                jain);
    }

    static double shareWithin(List<Integer> intervals, int most) {
        return (double) intervals.stream().filter(one -> one <= most).count() / intervals.size();
    }

    private static double mean(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).average().orElse(0);
    }
}
