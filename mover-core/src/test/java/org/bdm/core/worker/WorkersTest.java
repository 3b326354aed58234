package org.bdm.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads are turned by hand, or real where the order of their steps is what counts. */
class WorkersTest {
    private final Deque<Runnable> turns = new ArrayDeque<>(); // each is a thread that would run it
    private final List<String> done = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(8);

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private Runnable task(String name) {
        return () -> done.add(name);
    }

    private void turn() {
        turns.remove().run();
    }

    @Test
    void noMoreTurnsAreTakenThanThereAreWorkers() {
        Workers workers = new Workers(turns::add, 2);
        for (int i = 0; i < 5; i++) workers.execute(task("t" + i));

        assertThat(turns).hasSize(2);

        while (!turns.isEmpty()) {
            assertThat(turns.size()).isLessThanOrEqualTo(2);
            turn();
        }
        assertThat(done).containsExactly("t0", "t1", "t2", "t3", "t4");
    }

    @Test
    void aLargerNumberHoldsAtOnceForWhatWaits() {
        Workers workers = new Workers(turns::add, 1);
        for (int i = 0; i < 5; i++) workers.execute(task("t" + i));

        workers.resize(3);

        assertThat(turns).hasSize(3);
        assertThat(workers.number()).isEqualTo(3);
    }

    @Test
    void oneWorkerTooManyTakesNothingMore() {
        Workers workers = new Workers(turns::add, 3);
        for (int i = 0; i < 6; i++) workers.execute(task("t" + i));

        workers.resize(1);
        turn();
        turn();

        assertThat(done).isEmpty();
        while (!turns.isEmpty()) {
            assertThat(turns).hasSize(1);
            turn();
        }
        assertThat(done).containsExactly("t0", "t1", "t2", "t3", "t4", "t5");
    }

    @Test
    void workersOfAPartCountInTheWhole() {
        Workers whole = new Workers(turns::add, 2);
        Workers one = whole.within(1);
        Workers other = whole.within(1);
        Workers third = whole.within(1);
        one.execute(task("one"));
        other.execute(task("other"));
        third.execute(task("third"));
        one.execute(task("one again"));

        assertThat(turns).hasSize(2);

        turn();
        assertThat(done).containsExactly("one", "one again"); // a part does what it has in one go
        while (!turns.isEmpty()) turn();
        assertThat(done).containsExactly("one", "one again", "other", "third");
    }

    @Test
    void aPartLetsOthersComeThatWait() {
        Workers whole = new Workers(turns::add, 1);
        Workers busy = whole.within(1);
        Workers other = whole.within(1);
        for (int i = 0; i < 40; i++) busy.execute(task("busy"));
        other.execute(task("other"));

        while (!turns.isEmpty()) turn();

        assertThat(done).hasSize(41);
        assertThat(done.indexOf("other")).isEqualTo(16);
    }

    @Test
    void aPartHeedsASmallerNumberOfTheWhole() {
        Workers whole = new Workers(turns::add, 2);
        Workers one = whole.within(1);
        Workers other = whole.within(1);
        for (int i = 0; i < 3; i++) one.execute(task("one"));
        for (int i = 0; i < 3; i++) other.execute(task("other"));

        whole.resize(1);
        turn();

        assertThat(done).isEmpty();
        while (!turns.isEmpty()) turn();
        assertThat(done).hasSize(6);
    }

    @Test
    void aTaskThatFailsGivesItsWorkerBack() {
        Workers workers = new Workers(turns::add, 1);
        workers.execute(() -> {
            throw new IllegalStateException("a test");
        });
        workers.execute(task("next"));

        while (!turns.isEmpty()) turn();

        assertThat(done).containsExactly("next");
    }

    @Test
    void whatWaitedWhenTheThreadsEndedRunsAndNothingMoreIsTaken() {
        CountDownLatch ran = new CountDownLatch(1);
        Workers workers = new Workers(
                task -> {
                    throw new RejectedExecutionException("ended");
                },
                1);

        workers.execute(ran::countDown);

        await().until(() -> ran.getCount() == 0);
        assertThatThrownBy(() -> workers.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void theNumberIsNeverExceededAndNothingIsLostByManyThreads() {
        Workers whole = new Workers(threads, 3);
        List<Workers> lanes = new ArrayList<>();
        for (int i = 0; i < 6; i++) lanes.add(whole.within(1));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        int[] ofLane = new int[6]; // each belongs to its lane
        int tasks = 60_000;
        for (int i = 0; i < tasks; i++) {
            int lane = i % 6;
            lanes.get(lane).execute(() -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                ofLane[lane]++;
                inside.decrementAndGet();
                ended.incrementAndGet();
            });
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> ended.get() == tasks);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(ofLane).containsOnly(tasks / 6);
        assertThat(whole.busyNanos()).isPositive();
    }

    /** Each lane's count is no atomic one: two workers at one lane would lose some. */
    @Test
    void nothingIsLostAndEachLaneHasOneWorkerWhileTheNumberChanges() {
        Workers whole = new Workers(threads, 8);
        List<Workers> lanes = new ArrayList<>();
        for (int i = 0; i < 6; i++) lanes.add(whole.within(1));
        AtomicInteger ended = new AtomicInteger();
        int[] ofLane = new int[6];
        int[] inOrder = new int[6];
        int tasks = 120_000;
        for (int i = 0; i < tasks; i++) {
            int lane = i % 6;
            int numberInLane = i / 6;
            lanes.get(lane).execute(() -> {
                if (ofLane[lane]++ == numberInLane) inOrder[lane]++;
                ended.incrementAndGet();
            });
            if (i % 50 == 0) whole.resize(1 + i / 50 % 8);
        }

        await().atMost(Duration.ofSeconds(30)).until(() -> ended.get() == tasks);
        assertThat(ofLane).containsOnly(tasks / 6);
        assertThat(inOrder).containsOnly(tasks / 6);
    }

    /** The next task comes just when the worker finds no more and leaves. */
    @Test
    void aTaskThatComesWhileTheWorkerLeavesIsNotLost() {
        Workers workers = new Workers(threads, 1);
        AtomicInteger ended = new AtomicInteger();
        int tasks = 50_000;
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        for (int i = 1; i <= tasks; i++) {
            workers.execute(ended::incrementAndGet);
            while (ended.get() < i && System.nanoTime() < until) Thread.onSpinWait();
            for (int pause = i % 50; pause > 0; pause--) Thread.onSpinWait();
        }

        assertThat(ended.get()).isEqualTo(tasks);
    }

    @Test
    void zeroWorkersAreRefused() {
        assertThatThrownBy(() -> new Workers(turns::add, 0)).hasMessageContaining("less than one worker");
        assertThatThrownBy(() -> new Workers(turns::add, 1).resize(0)).hasMessageContaining("less than one worker");
    }
}
