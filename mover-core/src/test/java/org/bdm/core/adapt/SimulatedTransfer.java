package org.bdm.core.adapt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One transfer over a simulated link: its streams speed up slowly, its stages limit each other, its controller decides. */
final class SimulatedTransfer {
    private static final double STALLED_SHARE = 0.01;

    private final SimulatedPath path;
    private final Contender contender;
    private final long seed;
    private final int firstInterval;
    private final double[] streamRates = new double[Contender.BOUNDS.most().streams()];
    private int streams;
    private final double[] capacities = new double[WorkStage.values().length];
    private final double[] busySeconds = new double[WorkStage.values().length];
    private double leftByDisks;
    private double leftByDisksStalled;
    private double wishedByStreams;
    private double factor;
    private double bytes;
    private double lossSum;
    private int steps;
    private final List<Double> speeds = new ArrayList<>();
    private final List<Parallelism> counts = new ArrayList<>();

    SimulatedTransfer(SimulatedPath path, Contender contender, long seed, int firstInterval) {
        this.path = path;
        this.contender = contender;
        this.seed = seed;
        this.firstInterval = firstInterval;
    }

    boolean isRunning(int interval) {
        return interval >= firstInterval;
    }

    /** Speeds so far, one for each interval since the first. */
    List<Double> speeds() {
        return speeds;
    }

    /** Numbers of workers so far. */
    List<Parallelism> counts() {
        return counts;
    }

    SimulatedPath path() {
        return path;
    }

    static double chance(long seed, int interval) {
        return new Random(seed * 1_000_003 + interval).nextDouble();
    }

    /** By how much the speed of an interval differs from what it should be, by chance. */
    static double factor(long seed, int interval, double noise) {
        return Math.max(0.3, 1 + noise * new Random(seed * 7_368_787 + interval).nextGaussian());
    }

    void beginInterval(int interval) {
        factor = factor(seed, interval, path.noise());
        bytes = 0;
        lossSum = 0;
        steps = 0;
        Arrays.fill(busySeconds, 0);
        Parallelism now = contender.counts();
        for (int i = streams; i < now.streams(); i++) streamRates[i] = path.firstStreamRate();
        streams = now.streams();
        addUp();
        double bytesPerFile = path.files().bytes(chance(seed, interval));
        for (WorkStage stage : WorkStage.values()) {
            if (stage == WorkStage.NETWORK) continue;
            capacities[stage.ordinal()] = path.capacity(stage, now.of(stage), bytesPerFile);
        }
        double write = capacities[WorkStage.WRITE.ordinal()];
        double others = Math.min(capacities[WorkStage.READ.ordinal()], capacities[WorkStage.HASH.ordinal()]);
        leftByDisks = Math.min(write, others);
        leftByDisksStalled = Math.min(STALLED_SHARE * write, others);
    }

    int streams() {
        return streams;
    }

    /** What the streams could carry now if the link were empty. */
    double wishedByStreams() {
        return wishedByStreams;
    }

    private void addUp() {
        double most = path.streamRateMax();
        wishedByStreams = 0;
        for (int i = 0; i < streams; i++) wishedByStreams += Math.min(most, streamRates[i]);
    }

    /** What the other stages let through. */
    double leftByDisks(boolean isStalled) {
        return isStalled ? leftByDisksStalled : leftByDisks;
    }

    /** A step of time in which the link would have carried {@code network} bytes a second of this transfer. */
    void step(double seconds, double growth, double network, double lossShare, boolean isStalled) {
        double speed = Math.min(network, leftByDisks(isStalled));
        bytes += speed * factor * seconds;
        lossSum += lossShare;
        steps++;
        Parallelism now = contender.counts();
        for (WorkStage stage : WorkStage.values()) {
            double capacity = stage == WorkStage.NETWORK ? network : capacities[stage.ordinal()];
            if (stage == WorkStage.WRITE && isStalled) capacity *= STALLED_SHARE;
            busySeconds[stage.ordinal()] += Math.min(1, speed / Math.max(1, capacity)) * now.of(stage) * seconds;
        }
        double most = path.streamRateMax();
        for (int i = 0; i < streams; i++) streamRates[i] = Math.min(most, streamRates[i] * growth);
        addUp();
    }

    void endInterval(int interval) {
        double seconds = path.intervalSeconds();
        Parallelism now = contender.counts();
        speeds.add(bytes / seconds);
        counts.add(now);
        Map<WorkStage, StageWork> stages = new EnumMap<>(WorkStage.class);
        for (WorkStage stage : WorkStage.values()) {
            double busy = busySeconds[stage.ordinal()];
            double blocked = Math.max(0, now.of(stage) * seconds - busy);
            stages.put(stage, new StageWork((long) bytes, (long) (busy * 1e9), (long) (blocked * 1e9)));
        }
        boolean isStarved = path.stallShare().applyAsDouble(interval) > 0.5;
        contender.decide(new IntervalWork(
                (long) (seconds * 1e9), (long) bytes, stages, Math.min(1, lossSum / steps), false, isStarved));
    }
}
