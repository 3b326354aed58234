package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An error of one task ends its session, and neither the loop nor what shares its threads. */
class SessionLoopTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();
    private final SessionLoop loop =
            new SessionLoop(time, () -> told.add("after the turn"), defect -> told.add(defect.toString()));

    private static void overflow() {
        throw new StackOverflowError("a deep recursion");
    }

    private void run() {
        time.run(() -> false, Duration.ofSeconds(1));
        assertThat(time.failure()).as("what reached the thread").isNull();
    }

    @Test
    void errorOfATaskIsToldAndTheTasksBehindItRun() {
        loop.post(SessionLoopTest::overflow);
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
        SessionLoop unlucky = new SessionLoop(time, () -> {}, defect -> {
            throw new AssertionError("cannot be ended", defect);
        });
        unlucky.post(SessionLoopTest::overflow);
        unlucky.post(() -> told.add("behind it"));
        run();
        unlucky.post(() -> told.add("later"));
        run();
        assertThat(told).containsSubsequence("behind it", "later");
    }

    @Test
    void loopOnTheSameThreadsRuns() {
        SessionLoop other =
                new SessionLoop(time, () -> told.add("after the turn"), defect -> told.add(defect.toString()));
        loop.post(SessionLoopTest::overflow);
        other.post(() -> told.add("other"));
        run();
        assertThat(told).contains("other");
    }

    @Test
    void stepAfterTheTurnRunsThoughATaskFailedAndMayFailItself() {
        loop.post(SessionLoopTest::overflow);
        run();
        assertThat(told).endsWith("after the turn");
        SessionLoop failing = new SessionLoop(time, SessionLoopTest::overflow, defect -> told.add("told"));
        failing.post(() -> told.add("one"));
        run();
        failing.post(() -> told.add("two"));
        run();
        assertThat(told).containsSubsequence("one", "told", "two", "told");
    }
}
