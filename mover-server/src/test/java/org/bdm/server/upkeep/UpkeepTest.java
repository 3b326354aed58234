package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UpkeepTest {
    @Test
    void aPassThatMetAnErrorIsTriedAgain() {
        AtomicInteger passes = new AtomicInteger();
        try (Upkeep upkeep = new Upkeep("test", 1, () -> {
            if (passes.incrementAndGet() == 1) throw new StackOverflowError("of a test");
        })) {
            upkeep.start();
            await().until(() -> passes.get() > 1);
        }
    }

    @Test
    void manyThatDoNotEndAreWaitedForAtTheSameTime() throws Exception {
        CountDownLatch running = new CountDownLatch(5);
        CountDownLatch answer = new CountDownLatch(1);
        List<Upkeep> stuck = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            stuck.add(new Upkeep("stuck-" + i, 1, () -> {
                running.countDown();
                awaitWithoutEnd(answer);
            }));
        }
        stuck.forEach(Upkeep::wake);
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

        long begin = System.nanoTime();
        Upkeep.closeAll(stuck);

        // one alone is given up after 6 s
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
        answer.countDown();
    }

    /** As a read from a socket: an interrupt changes nothing. */
    private static void awaitWithoutEnd(CountDownLatch answer) {
        while (answer.getCount() > 0) {
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
    }
}
