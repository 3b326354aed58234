package org.bdm.core.adapt;

import java.util.List;
import java.util.function.Supplier;

/** One transfer alone on a path with one controller, and how well that did against what was possible in each interval. */
final class SimulatedRun {
    private final SimulatedPath path;
    private final long seed;
    private final SimulatedTransfer transfer;
    private final double[] reached;

    private SimulatedRun(SimulatedPath path, long seed, SimulatedTransfer transfer) {
        this.path = path;
        this.seed = seed;
        this.transfer = transfer;
        this.reached = new double[transfer.speeds().size()];
    }

    static SimulatedRun of(SimulatedPath path, Supplier<Contender> contender, long seed, int intervals) {
        SimulatedTransfer transfer = new SimulatedTransfer(path, contender.get(), seed, 0);
        new SimulatedLink(path, List.of(transfer)).run(intervals);
        return new SimulatedRun(path, seed, transfer);
    }

    /** Bytes a second with the best numbers of this interval, without chance. */
    static double possible(SimulatedPath path, long seed, int interval) {
        double bytesPerFile = path.files().bytes(SimulatedTransfer.chance(seed, interval));
        double least = Double.MAX_VALUE;
        for (WorkStage stage : WorkStage.values()) {
            double best = 0;
            for (int n = 1; n <= Contender.BOUNDS.most().of(stage); n++) {
                double capacity = stage == WorkStage.NETWORK
                        ? path.networkCapacity(n, interval)
                        : path.capacity(stage, n, bytesPerFile);
                best = Math.max(best, capacity);
            }
            least = Math.min(least, best);
        }
        return least * (1 - path.stallShare().applyAsDouble(interval));
    }

    /** The fewest workers that reach what is possible in this interval. */
    static Parallelism best(SimulatedPath path, long seed, int interval) {
        double possible = possible(path, seed, interval);
        double bytesPerFile = path.files().bytes(SimulatedTransfer.chance(seed, interval));
        Parallelism best = Contender.BOUNDS.most();
        for (WorkStage stage : WorkStage.values()) {
            for (int n = Contender.BOUNDS.most().of(stage); n >= 1; n--) {
                double capacity = stage == WorkStage.NETWORK
                        ? path.networkCapacity(n, interval)
                        : path.capacity(stage, n, bytesPerFile);
                if (capacity >= 0.999 * possible) best = best.with(stage, n);
            }
        }
        return best;
    }

    double meanSpeed(int from, int to) {
        return transfer.speeds().subList(from, to).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Share of what was possible that was reached in an interval; chance is left out on both sides. */
    double reached(int interval) {
        if (reached[interval] == 0) {
            double factor = SimulatedTransfer.factor(seed, interval, path.noise());
            reached[interval] = transfer.speeds().get(interval) / (factor * possible(path, seed, interval));
        }
        return reached[interval];
    }

    /** Share of what was possible that was missed from one interval to another. */
    double regret(int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) sum += 1 - Math.min(1, reached(i));
        return sum / (to - from);
    }

    /** Intervals from this one until 90 % of what was possible is reached, and {@code missing} if that is never. */
    int intervalsToReach(int from, int to, int missing) {
        for (int i = from; i < to; i++) if (reached(i) >= 0.9) return i - from;
        return missing;
    }

    double meanWorkers(int from, int to) {
        return transfer.counts().subList(from, to).stream()
                .mapToInt(Parallelism::total)
                .average()
                .orElse(0);
    }

    /** Standard deviation of the number of workers of one stage, that of the stage where it is largest. */
    double oscillation(int from, int to) {
        double largest = 0;
        for (WorkStage stage : WorkStage.values()) {
            List<Parallelism> all = transfer.counts().subList(from, to);
            double mean = all.stream().mapToInt(one -> one.of(stage)).average().orElse(0);
            double variance = all.stream()
                    .mapToDouble(one -> (one.of(stage) - mean) * (one.of(stage) - mean))
                    .average()
                    .orElse(0);
            largest = Math.max(largest, Math.sqrt(variance));
        }
        return largest;
    }
}
