package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fetch.VirtualTime;
import org.junit.jupiter.api.Test;

/** An error of one task ends its source, and neither the loop nor what shares its threads. */
class SerialLoopTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();
    private final SerialLoop loop = new SerialLoop(time, defect -> told.add(defect.toString()));

    private static void overflow() {
        throw new StackOverflowError("a deep recursion");
    }

    private void run() {
        time.run(() -> false, Duration.ofSeconds(1));
        assertThat(time.failure()).as("what reached the thread").isNull();
    }

    @Test
    void errorOfATaskIsToldAndTheTasksBehindItRun() {
        loop.execute(SerialLoopTest::overflow);
        loop.execute(() -> told.add("behind it"));
        run();
        loop.execute(() -> told.add("later"));
        run();
        assertThat(told).contains("java.lang.StackOverflowError: a deep recursion", "behind it", "later");
        assertThat(told.indexOf("java.lang.StackOverflowError: a deep recursion"))
                .isZero();
    }

    @Test
    void loopGoesOnAlsoIfItsOwnerFailsWhenItIsTold() {
        SerialLoop unlucky = new SerialLoop(time, defect -> {
            throw new AssertionError("cannot be ended", defect);
        });
        unlucky.execute(SerialLoopTest::overflow);
        unlucky.execute(() -> told.add("behind it"));
        run();
        unlucky.execute(() -> told.add("later"));
        run();
        assertThat(told).containsSubsequence("behind it", "later");
    }

    @Test
    void loopOnTheSameThreadsRuns() {
        SerialLoop other = new SerialLoop(time, defect -> told.add(defect.toString()));
        loop.execute(SerialLoopTest::overflow);
        other.execute(() -> told.add("other"));
        run();
        assertThat(told).contains("other");
    }
}
