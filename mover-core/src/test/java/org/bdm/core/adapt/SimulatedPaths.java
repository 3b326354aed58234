package org.bdm.core.adapt;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.bdm.core.adapt.SimulatedPath.DiskRates;
import org.bdm.core.adapt.SimulatedPath.Files;

/** The paths of the evaluation: 10 Gbit/s, whatever else limits. */
final class SimulatedPaths {
    static final int STEP_AT = 40;

    private static final double LINK_RATE = 1.25e9;
    private static final double[] RTT_SECONDS = {0.0001, 0.01, 0.05, 0.2};
    private static final double[] LOSSES = {1e-6, 1e-5, 1e-4, 1e-3};
    private static final IntToDoubleFunction NEVER = interval -> 0;
    private static final DiskRates WORKERS = new DiskRates(400e6, 500e6, 700e6);
    private static final DiskRates FAST = new DiskRates(3e9, 3e9, 5e9);

    private SimulatedPaths() {}

    /** Every round-trip time with every loss, the network limits; and three paths where something else does. */
    static List<SimulatedPath> steady(Files files, double noise) {
        List<SimulatedPath> paths = new ArrayList<>();
        for (double rtt : RTT_SECONDS) {
            for (double loss : LOSSES) {
                String name = rtt * 1000 + " ms, loss " + loss;
                paths.add(new SimulatedPath(name, rtt, loss, LINK_RATE, NEVER, WORKERS, FAST, files, noise, NEVER));
            }
        }
        DiskRates slowReads = new DiskRates(60e6, 500e6, 700e6);
        paths.add(limited("source disk", slowReads, new DiskRates(600e6, 3e9, 5e9), files, noise, NEVER));
        DiskRates slowWrites = new DiskRates(400e6, 150e6, 700e6);
        paths.add(limited("destination disk", slowWrites, new DiskRates(3e9, 800e6, 5e9), files, noise, NEVER));
        DiskRates slowHashes = new DiskRates(400e6, 500e6, 150e6);
        paths.add(limited("hashing", slowHashes, new DiskRates(3e9, 3e9, 600e6), files, noise, NEVER));
        return paths;
    }

    private static SimulatedPath limited(
            String name, DiskRates worker, DiskRates device, Files files, double noise, IntToDoubleFunction stalls) {
        return new SimulatedPath(name, 0.01, 1e-6, LINK_RATE, NEVER, worker, device, files, noise, stalls);
    }

    /** Other traffic takes 0.8 of the link from {@link #STEP_AT} on, or up to then. */
    static List<SimulatedPath> withStep(double noise, boolean isDown) {
        IntToDoubleFunction other = interval -> (interval >= STEP_AT) == isDown ? 0.6 * LINK_RATE : 0;
        List<SimulatedPath> paths = new ArrayList<>();
        for (double rtt : RTT_SECONDS) {
            double loss = rtt < 0.02 ? 3e-6 : rtt < 0.1 ? 1e-7 : 1e-8;
            String name = (isDown ? "down, " : "up, ") + rtt * 1000 + " ms";
            paths.add(new SimulatedPath(name, rtt, loss, LINK_RATE, other, WORKERS, FAST, Files.LARGE, noise, NEVER));
        }
        return paths;
    }

    /** The disk at the destination stands still for a part of every 15th interval, or for all of two. */
    static List<SimulatedPath> withStalls(double noise) {
        IntToDoubleFunction shortStalls = interval -> interval % 15 == 14 ? 0.4 : 0;
        IntToDoubleFunction longStalls = interval -> interval % 30 >= 28 ? 0.9 : 0;
        return List.of(
                limited("stalls of 0.4 intervals", WORKERS, FAST, Files.MIXED, noise, shortStalls),
                limited("stalls of 2 intervals", WORKERS, FAST, Files.MIXED, noise, longStalls));
    }

    /** A path that several transfers share. */
    static SimulatedPath shared(double rttSeconds, double loss, double noise) {
        String name = rttSeconds * 1000 + " ms, loss " + loss;
        return new SimulatedPath(name, rttSeconds, loss, LINK_RATE, NEVER, WORKERS, FAST, Files.LARGE, noise, NEVER);
    }
}
