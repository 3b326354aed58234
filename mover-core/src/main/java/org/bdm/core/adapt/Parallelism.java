package org.bdm.core.adapt;

import java.util.ArrayList;
import java.util.List;

/** Number of workers of each stage, at least 1 each. */
public record Parallelism(int readers, int streams, int writers, int hashers) {
    /** Checks the numbers. */
    public Parallelism {
        if (readers < 1 || streams < 1 || writers < 1 || hashers < 1) {
            throw new IllegalArgumentException(
                    "less than one worker: " + readers + ", " + streams + ", " + writers + ", " + hashers);
        }
    }

    /** The same number in each stage. */
    public static Parallelism ofEach(int number) {
        return new Parallelism(number, number, number, number);
    }

    /** Returns the number of one stage. */
    public int of(WorkStage stage) {
        return switch (stage) {
            case READ -> readers;
            case NETWORK -> streams;
            case WRITE -> writers;
            case HASH -> hashers;
        };
    }

    /** The same but for one stage. */
    public Parallelism with(WorkStage stage, int number) {
        return switch (stage) {
            case READ -> new Parallelism(number, streams, writers, hashers);
            case NETWORK -> new Parallelism(readers, number, writers, hashers);
            case WRITE -> new Parallelism(readers, streams, number, hashers);
            case HASH -> new Parallelism(readers, streams, writers, number);
        };
    }

    /** Workers of all stages. */
    public int total() {
        return readers + streams + writers + hashers;
    }

    /** Share by which the stage grew that grew most; 0 if none did. */
    double growthFrom(Parallelism before) {
        double most = 0;
        for (WorkStage stage : WorkStage.values()) {
            most = Math.max(most, (double) of(stage) / before.of(stage) - 1);
        }
        return most;
    }

    /** Names each stage in which this differs from the other, as "5 streams, 2 writers"; empty if none does. */
    String differenceFrom(Parallelism other) {
        List<String> parts = new ArrayList<>();
        for (WorkStage stage : WorkStage.values()) {
            if (of(stage) != other.of(stage)) parts.add(stage.counted(of(stage)));
        }
        return String.join(", ", parts);
    }
}
