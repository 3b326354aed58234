package org.bdm.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.bdm.core.fetch.VirtualTime;
import org.junit.jupiter.api.Test;

/** Tasks of one loop run in order and one at a time; an error of one ends its owner, and neither the loop nor what shares its threads. */
class SerialLoopTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();
    private final SerialLoop loop = loop("after the turn");

    private SerialLoop loop(String afterTurn) {
        return new SerialLoop(time, () -> told.add(afterTurn), defect -> told.add(defect.toString()));
    }

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
        SerialLoop other = loop("after the other's turn");
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

    @Test
    void loopThatIsGivenItsFirstTaskInATurnOfAnotherHasItsTurnRightAfterThatOneOnTheSameThread() {
        SerialLoop other = loop("after the other's turn");
        loop.post(() -> {
            other.post(() -> told.add("other"));
            told.add("first");
        });
        loop.post(() -> told.add("second"));
        time.runTasks(1);
        assertThat(told).containsExactly("first", "second", "after the turn", "other", "after the other's turn");
    }

    @Test
    void taskOfTheSameTurnForAThirdLoopGoesToAnotherThread() {
        SerialLoop other = loop("after the other's turn");
        SerialLoop third = loop("after the third's turn");
        loop.post(() -> {
            other.post(() -> told.add("other"));
            third.post(() -> told.add("third"));
        });
        time.runTasks(1);
        assertThat(told).contains("other").doesNotContain("third");
        time.runTasks(1);
        assertThat(told).contains("third");
    }

    @Test
    void loopOfOtherThreadsRunsOnThem() {
        VirtualTime otherThreads = new VirtualTime();
        SerialLoop other = new SerialLoop(otherThreads, () -> {}, defect -> {});
        loop.post(() -> other.post(() -> told.add("other")));
        run();
        assertThat(told).doesNotContain("other");
        otherThreads.runTasks(1);
        assertThat(told).contains("other");
    }

    @Test
    void taskThatPostsToItsOwnLoopIsOverBeforeThatRuns() {
        loop.post(() -> {
            loop.post(() -> told.add("posted"));
            told.add("over");
        });
        run();
        assertThat(told).containsSubsequence("over", "posted");
    }

    @Test
    void loopsThatKeepEachOtherBusyLetAThirdRun() {
        List<Integer> done = new ArrayList<>();
        SerialLoop other = loop("other");
        playOn(loop, other, done, 10 * SerialLoop.TASKS_MAX);
        SerialLoop third = loop("third");
        third.post(() -> told.add("third after " + done.size()));
        run();
        assertThat(told).contains("third after " + SerialLoop.TASKS_MAX);
        assertThat(done).hasSize(10 * SerialLoop.TASKS_MAX).isSorted();
    }

    /** One task at a time, of the two loops in turn. */
    private static void playOn(SerialLoop first, SerialLoop second, List<Integer> done, int rounds) {
        first.post(() -> {
            done.add(done.size());
            if (done.size() < rounds) playOn(second, first, done, rounds);
        });
    }

    @Test
    void loopWithManyTasksLetsAnotherRunBetweenThem() {
        List<Integer> done = new ArrayList<>();
        for (int i = 0; i < 3 * SerialLoop.TASKS_MAX; i++) {
            int number = i;
            loop.post(() -> done.add(number));
        }
        loop("other").post(() -> told.add("other after " + done.size()));
        run();
        assertThat(told).contains("other after " + SerialLoop.TASKS_MAX);
        assertThat(done).hasSize(3 * SerialLoop.TASKS_MAX).isSorted();
    }

    @Test
    void idleLoopRunsATaskAndWhatFollowsFromItOnTheThreadThatBringsIt() {
        SerialLoop other = loop("after the other's turn");
        loop.postOrRun(() -> {
            other.post(() -> told.add("other"));
            told.add("first");
        });
        assertThat(told).containsExactly("first", "after the turn", "other", "after the other's turn");
        loop.post(() -> told.add("later"));
        assertThat(told).as("the thread runs nothing of its own accord").doesNotContain("later");
    }

    @Test
    void taskThatIsBroughtToALoopWithTasksWaitsBehindThem() {
        loop.post(() -> told.add("first"));
        loop.postOrRun(() -> told.add("second"));
        assertThat(told).isEmpty();
        run();
        assertThat(told).containsExactly("first", "second", "after the turn");
    }

    @Test
    void taskThatIsBroughtInATurnOfTheSameLoopOrOfAnotherRunsAfterThatTurn() {
        SerialLoop other = loop("after the other's turn");
        loop.postOrRun(() -> {
            other.postOrRun(() -> told.add("other"));
            loop.postOrRun(() -> told.add("second"));
            told.add("first");
        });
        run();
        assertThat(told).containsSubsequence("first", "after the turn", "other").containsSubsequence("first", "second");
    }

    @Test
    void threadThatBringsATaskRunsFewOfThoseThatFollow() {
        List<Integer> done = new ArrayList<>();
        SerialLoop other = loop("other");
        loop.postOrRun(() -> playOn(other, loop, done, 1000));
        assertThat(done).as("all but the first task").hasSize(SerialLoop.TASKS_AS_GUEST_MAX - 1);
        run();
        assertThat(done).hasSize(1000).isSorted();
    }

    @Test
    void tasksRunAlsoWhenTheThreadsHaveEndedAndNeverOneInsideOfAnother() {
        ScheduledThreadPoolExecutor ended = new ScheduledThreadPoolExecutor(1);
        ended.shutdownNow();
        SerialLoop first = new SerialLoop(ended, () -> {}, defect -> told.add(defect.toString()));
        SerialLoop second = new SerialLoop(ended, () -> {}, defect -> told.add(defect.toString()));
        SerialLoop third = new SerialLoop(ended, () -> {}, defect -> told.add(defect.toString()));
        first.post(() -> {
            second.post(() -> told.add("second"));
            third.post(() -> first.post(() -> told.add("first again")));
            told.add("first");
        });
        assertThat(told).containsExactly("first", "second", "first again");
        List<Integer> done = new ArrayList<>();
        playOn(first, second, done, 200_000);
        assertThat(done).hasSize(200_000);
        assertThat(told).hasSize(3);
    }
}
