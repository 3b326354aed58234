package org.bdm.server.site.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

class HashTurnsTest {
    @Test
    void twoWorkEightWaitAndTheNextIsRefused() {
        HashTurns turns = new HashTurns();
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger working = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<CompletableFuture<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                callers.add(CompletableFuture.supplyAsync(
                        () -> turns.take(() -> {
                            int now = working.incrementAndGet();
                            awaitGate(gate);
                            working.decrementAndGet();
                            return now;
                        }),
                        threads));
            }
            await().until(() -> turns.inside() == 10 && working.get() == 2);
            // On another thread: if it waits, the test fails and does not hang.
            CompletableFuture<Integer> next = CompletableFuture.supplyAsync(() -> turns.take(() -> 0), threads);
            await().until(next::isDone);
            assertThatThrownBy(next::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            MoverException.class,
                            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
            gate.countDown();
            assertThat(callers).allSatisfy(caller -> assertThat(caller.join()).isLessThanOrEqualTo(2));
            assertThat(turns.inside()).isZero();
            assertThat(turns.<Integer>take(() -> 7)).isEqualTo(7);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void awaitGate(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void failureGivesTheTurnBack() {
        HashTurns turns = new HashTurns();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> turns.take(() -> {
                        throw new IllegalStateException("no");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(turns.inside()).isZero();
        assertThat(turns.<Integer>take(() -> 7)).isEqualTo(7);
    }
}
