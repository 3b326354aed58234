package org.bdm.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fetch.VirtualTime;
import org.junit.jupiter.api.Test;

/** An error of one task ends its owner, and neither the loop nor what shares its threads. */
class SerialLoopTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();
    private final SerialLoop loop =
            new SerialLoop(time, () -> told.add("after the turn"), defect -> told.add(defect.toString()));

    private static void overflow() {
        throw new StackOverflowError("a deep recursion");
    }

    private void run() {
        time.run(() -> false, Duration.ofSeconds(1));
        assertThat(time.failure()).as("what reached the thread").isNull();
    }

    @Test
    void errorOfATaskIsToldAndTheTasksBehindItRun() {
        loop.post(SerialLoopTest::overflow);
        loop.post(() -> told.add("behind it"));
        run();
        loop.post(() -> told.add("later"));
        run();
        assertThat(told).contains("java.lang.StackOverflowError: a deep recursion", "behind it", "later");
        assertThat(told.indexOf("java.lang.StackOverflowError: a deep recursion"))
                .isZero();
    }

    @Test
    void loopGoesOnAlsoIfItsOwnerFailsWhenItIsTold() {
        SerialLoop unlucky = new SerialLoop(time, () -> {}, defect -> {
            throw new AssertionError("cannot be ended", defect);
        });
        unlucky.post(SerialLoopTest::overflow);
        unlucky.post(() -> told.add("behind it"));
        run();
        unlucky.post(() -> told.add("later"));
        run();
        assertThat(told).containsSubsequence("behind it", "later");
    }

    @Test
    void loopOnTheSameThreadsRuns() {
        SerialLoop other =
                new SerialLoop(time, () -> told.add("after the turn"), defect -> told.add(defect.toString()));
        loop.post(SerialLoopTest::overflow);
        other.post(() -> told.add("other"));
        run();
        assertThat(told).contains("other");
    }

    @Test
    void stepAfterTheTurnRunsThoughATaskFailedAndMayFailItself() {
        loop.post(SerialLoopTest::overflow);
        run();
        assertThat(told).endsWith("after the turn");
        SerialLoop failing = new SerialLoop(time, SerialLoopTest::overflow, defect -> told.add("told"));
        failing.post(() -> told.add("one"));
        run();
        failing.post(() -> told.add("two"));
        run();
        assertThat(told).containsSubsequence("one", "told", "two", "told");
    }
}
