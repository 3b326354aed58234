package org.bdm.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loops on real threads, to which several threads post at once. */
class SerialLoopThreadsTest {
    private static final int POSTERS = 4;
    private static final int TASKS_OF_EACH = 20_000;

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final ConcurrentLinkedQueue<Throwable> defects = new ConcurrentLinkedQueue<>();

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    /** A loop with state that is only right if one thread at a time changes it and each sees what the one before did. */
    private final class Owner {
        final SerialLoop loop = new SerialLoop(threads, this::afterTurn, defects::add);
        final AtomicBoolean isInside = new AtomicBoolean();
        final int[] doneByPoster = new int[POSTERS];
        int done;

        void onTask(int poster, int number) {
            if (!isInside.compareAndSet(false, true)) throw new IllegalStateException("two at a time");
            if (doneByPoster[poster] != number) throw new IllegalStateException(number + " came out of its order");
            doneByPoster[poster]++;
            done++;
            isInside.set(false);
        }

        void afterTurn() {
            if (isInside.get()) throw new IllegalStateException("the step after a turn is inside of a task");
        }
    }

    @Test
    void tasksOfEachPosterRunInTheirOrderAndOneAtATimeAlsoThroughASecondLoop() throws InterruptedException {
        Owner first = new Owner();
        Owner second = new Owner();
        CountDownLatch open = new CountDownLatch(POSTERS * TASKS_OF_EACH);
        List<Thread> posters = IntStream.range(0, POSTERS)
                .mapToObj(poster -> new Thread(() -> IntStream.range(0, TASKS_OF_EACH)
                        .forEach(number -> add(poster, first, () -> {
                            first.onTask(poster, number);
                            second.loop.post(() -> {
                                second.onTask(poster, number);
                                open.countDown();
                            });
                        }))))
                .toList();
        posters.forEach(Thread::start);
        assertThat(open.await(2, TimeUnit.MINUTES)).as("all tasks run").isTrue();
        assertThat(defects).isEmpty();
        assertThat(Stream.of(first, second))
                .allSatisfy(owner -> assertThat(owner.done).isEqualTo(POSTERS * TASKS_OF_EACH));
    }

    /** Every other poster brings its tasks, as the thread of a stream does. */
    private static void add(int poster, Owner to, Runnable task) {
        if (poster % 2 == 0) to.loop.post(task);
        else to.loop.postOrRun(task);
    }

    @Test
    void nothingIsLostWhenTheThreadsEndWhileTasksAreRunning() throws InterruptedException {
        Owner first = new Owner();
        Owner second = new Owner();
        CountDownLatch half = new CountDownLatch(TASKS_OF_EACH / 2);
        CountDownLatch all = new CountDownLatch(TASKS_OF_EACH);
        Thread poster = new Thread(() -> IntStream.range(0, TASKS_OF_EACH)
                .forEach(number -> first.loop.post(() -> {
                    first.onTask(0, number);
                    second.loop.post(() -> {
                        second.onTask(0, number);
                        half.countDown();
                        all.countDown();
                    });
                })));
        poster.start();
        assertThat(half.await(1, TimeUnit.MINUTES)).isTrue();
        threads.shutdown();
        assertThat(all.await(1, TimeUnit.MINUTES)).as("all tasks run").isTrue();
        assertThat(defects).isEmpty();
    }
}
