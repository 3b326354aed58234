package org.bdm.core.adapt;

import java.util.List;

/** A link that transfers share: each stream gets what it asks for, or its part of what there is. */
final class SimulatedLink {
    private static final int STEPS = 20;

    private final SimulatedPath path;
    private final List<SimulatedTransfer> transfers;

    SimulatedLink(SimulatedPath path, List<SimulatedTransfer> transfers) {
        this.path = path;
        this.transfers = List.copyOf(transfers);
    }

    void run(int intervals) {
        for (int interval = 0; interval < intervals; interval++) {
            int now = interval;
            List<SimulatedTransfer> running =
                    transfers.stream().filter(one -> one.isRunning(now)).toList();
            running.forEach(one -> one.beginInterval(now));
            double seconds = path.intervalSeconds() / STEPS;
            double growth = Math.pow(2, seconds / path.rttSeconds());
            for (int step = 0; step < STEPS; step++) {
                boolean isStalled = step < STEPS * path.stallShare().applyAsDouble(interval);
                step(running, path.linkRate(now), seconds, growth, isStalled);
            }
            running.forEach(one -> one.endInterval(now));
        }
    }

    private void step(
            List<SimulatedTransfer> running, double capacity, double seconds, double growth, boolean isStalled) {
        double used = 0;
        double streams = 0;
        for (SimulatedTransfer one : running) {
            used += Math.min(one.wishedByStreams(), one.leftByDisks(isStalled));
            streams += one.streams();
        }
        boolean isFull = used > capacity;
        double loss = path.loss() + (isFull ? path.lossOfFullLink(streams, capacity) : 0);
        double needed = Math.ceil(capacity / path.streamRateMax());
        double left = isFull ? capacity * SimulatedPath.leftOfLink(streams, needed) : capacity;
        double share = isFull ? shareOfStreams(running, left, isStalled) : 1;
        for (SimulatedTransfer one : running) {
            double wished = one.wishedByStreams();
            one.step(seconds, growth, isFull ? Math.min(1, share) * wished : wished, loss, isStalled);
        }
    }

    /** Which share of what they wish streams get, so that the link is full: who is held up elsewhere leaves more for others. */
    private static double shareOfStreams(List<SimulatedTransfer> running, double capacity, boolean isStalled) {
        if (running.size() == 1) return capacity / running.get(0).wishedByStreams();
        double low = 0;
        double high = 1;
        for (int i = 0; i < 20; i++) {
            double share = (low + high) / 2;
            double used = 0;
            for (SimulatedTransfer one : running) {
                used += Math.min(share * one.wishedByStreams(), one.leftByDisks(isStalled));
            }
            if (used > capacity) high = share;
            else low = share;
        }
        return low;
    }
}
