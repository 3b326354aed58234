package org.bdm.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns have threads of their own, and those that wait when the server stops are still done. */
class LoopThreadsTest {
    private final LoopThreads threads = new LoopThreads(1);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static String threadName() {
        return Thread.currentThread().getName();
    }

    @Test
    void turnsAndTimersRunOnThreadsOfTheirOwn() throws Exception {
        CompletableFuture<String> turn = CompletableFuture.supplyAsync(LoopThreadsTest::threadName, threads);
        var timer = threads.schedule(LoopThreadsTest::threadName, 1, TimeUnit.MILLISECONDS);
        assertThat(turn.get(20, TimeUnit.SECONDS)).startsWith("loop-");
        assertThat(timer.get(20, TimeUnit.SECONDS)).startsWith("timer-");
    }

    @Test
    void turnsThatWaitAtTheEndAreDoneAndNewOnesAreRefused() throws Exception {
        CountDownLatch ending = new CountDownLatch(1);
        CompletableFuture<Boolean> wasLetEnd = new CompletableFuture<>();
        CompletableFuture<String> behind = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                wasLetEnd.complete(ending.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                wasLetEnd.completeExceptionally(e);
            }
        });
        threads.execute(() -> behind.complete("done"));
        List<Runnable> dropped = threads.shutdownNow();
        assertThatThrownBy(() -> threads.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        ending.countDown();
        assertThat(wasLetEnd.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(behind.get(20, TimeUnit.SECONDS)).isEqualTo("done");
        assertThat(dropped).isEmpty();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
}
