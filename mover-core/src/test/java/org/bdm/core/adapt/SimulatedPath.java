package org.bdm.core.adapt;

import java.util.function.IntToDoubleFunction;

/**
 * Traits of a simulated path from disk to disk. Rates are bytes a second.
 *
 * @param rttSeconds round-trip time without queues
 * @param loss share of segments that are lost by chance
 * @param linkRate capacity of the link without other traffic
 * @param otherTraffic traffic of others that does not give way, by interval
 * @param workerRate of one reader, writer, hasher; the number of streams is the network's
 * @param deviceRate of the disk at the source, the disk at the destination, the cores for hashing
 * @param files which files are moved
 * @param noise standard deviation of the speed of one interval, as a share
 * @param stallShare share of an interval in which the disk at the destination stands still, by interval
 */
record SimulatedPath(
        String name,
        double rttSeconds,
        double loss,
        double linkRate,
        IntToDoubleFunction otherTraffic,
        DiskRates workerRate,
        DiskRates deviceRate,
        Files files,
        double noise,
        IntToDoubleFunction stallShare) {
    static final double SEGMENT_BYTES = 1448;
    private static final double FIRST_WINDOW_BYTES = 10 * SEGMENT_BYTES;
    private static final double WINDOW_BYTES_MAX = 32 << 20;
    private static final double STREAM_RATE_MAX = 2e9; // of the thread of a stream
    private static final double MATHIS = 1.22;
    private static final double SECONDS_A_FILE = 0.001;
    private static final double LOST_PER_WORKER_TOO_MANY = 0.02;
    private static final double LOST_PER_STREAM_TOO_MANY = 0.005;
    private static final double LOST_MAX = 0.6;

    /** Rates of the stages that are not the network. */
    record DiskRates(double read, double write, double hash) {
        double of(WorkStage stage) {
            return switch (stage) {
                case READ -> read;
                case WRITE -> write;
                case HASH -> hash;
                case NETWORK -> throw new IllegalArgumentException("the network has no disk");
            };
        }
    }

    /** Mixes of file sizes. */
    enum Files {
        SMALL(1e6, 1e6),
        LARGE(10e9, 10e9),
        MIXED(1e6, 10e9);

        private final double leastBytes;
        private final double mostBytes;

        Files(double leastBytes, double mostBytes) {
            this.leastBytes = leastBytes;
            this.mostBytes = mostBytes;
        }

        /** Bytes a file in an interval; {@code chance} is 0 to 1. */
        double bytes(double chance) {
            return 1 / (chance / leastBytes + (1 - chance) / mostBytes);
        }
    }

    double intervalSeconds() {
        return rttSeconds < 0.005 ? 1 : Math.max(3, 10 * rttSeconds);
    }

    double firstStreamRate() {
        return FIRST_WINDOW_BYTES / rttSeconds;
    }

    /** What one stream reaches when it is alone, by its window and by chance losses. */
    double streamRateMax() {
        double byWindow = WINDOW_BYTES_MAX / rttSeconds;
        double byLoss = MATHIS * SEGMENT_BYTES / (rttSeconds * Math.sqrt(loss));
        return Math.min(STREAM_RATE_MAX, Math.min(byWindow, byLoss));
    }

    double linkRate(int interval) {
        return Math.max(1e6, linkRate - otherTraffic.applyAsDouble(interval));
    }

    /** Share of segments lost when so many streams share the full link. */
    double lossOfFullLink(double streams, double capacity) {
        double share = MATHIS * SEGMENT_BYTES * streams / (capacity * (rttSeconds + 0.001));
        return Math.min(0.01, share * share);
    }

    /** Share of the capacity that is left when more streams than needed share it. */
    static double leftOfLink(double streams, double streamsNeeded) {
        return 1 - Math.min(LOST_MAX, LOST_PER_STREAM_TOO_MANY * Math.max(0, streams - streamsNeeded));
    }

    /** What so many readers, writers or hashers do together. */
    double capacity(WorkStage stage, int workers, double bytesPerFile) {
        double one = workerRate.of(stage);
        double withOpening = bytesPerFile / (bytesPerFile / one + SECONDS_A_FILE);
        double device = deviceRate.of(stage);
        double tooMany = Math.max(0, workers - Math.ceil(device / withOpening));
        return Math.min(workers * withOpening, device) * (1 - Math.min(LOST_MAX, LOST_PER_WORKER_TOO_MANY * tooMany));
    }

    /** What so many streams do together, alone on the link and up to speed. */
    double networkCapacity(int streams, int interval) {
        double capacity = linkRate(interval);
        double wished = streams * streamRateMax();
        if (wished <= capacity) return wished;
        return capacity * leftOfLink(streams, Math.ceil(capacity / streamRateMax()));
    }
}
