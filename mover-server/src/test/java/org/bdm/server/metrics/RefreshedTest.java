package org.bdm.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A slow figure is read apart from those who show it. */
class RefreshedTest {
    private final AtomicLong nanos = new AtomicLong(5);
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final AtomicInteger readings = new AtomicInteger();

    private Refreshed<Integer> figure(Supplier<Integer> reading) {
        return new Refreshed<>("site", Duration.ofSeconds(10), reading, tasks::add, nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private void runTasks() {
        while (!tasks.isEmpty()) tasks.remove().run();
    }

    @Test
    void isReadWhenSomebodyAsksAndNotAgainBeforeItsTime() {
        Refreshed<Integer> figure = figure(readings::incrementAndGet);
        assertThat(figure.value()).isEmpty();
        assertThat(figure.ageSeconds()).isEmpty();
        figure.begin();
        runTasks();
        pass(Duration.ofSeconds(9));
        figure.begin();
        assertThat(tasks).isEmpty();
        assertThat(figure.value()).contains(1);
        assertThat(figure.ageSeconds()).hasValue(9);
        pass(Duration.ofSeconds(1));
        figure.begin();
        runTasks();
        assertThat(figure.value()).contains(2);
    }

    @Test
    void readingThatHangsIsNotBegunAgainAndTheLastFigureHoldsForFiveMinutes() {
        Refreshed<Integer> figure = figure(readings::incrementAndGet);
        figure.begin();
        runTasks();
        for (int minute = 1; minute <= 5; minute++) {
            pass(Duration.ofMinutes(1));
            figure.begin();
            figure.await(nanos.get());
        }
        assertThat(tasks).hasSize(1);
        assertThat(figure.value()).contains(1);
        pass(Duration.ofSeconds(1));
        assertThat(figure.value()).as("too old").isEmpty();
        assertThat(figure.ageSeconds()).hasValue(301);
        runTasks();
        assertThat(figure.value()).contains(2);
    }

    @Test
    void failureIsCountedAndReadingIsTriedAgain() {
        Refreshed<Integer> figure = figure(() -> {
            if (readings.incrementAndGet() < 3) throw new IllegalStateException("the database is away");
            return 7;
        });
        for (int i = 0; i < 3; i++) {
            figure.begin();
            runTasks();
            pass(Duration.ofSeconds(10));
        }
        assertThat(figure.failures()).isEqualTo(2);
        assertThat(figure.value()).contains(7);
    }

    @Test
    void nothingIsReadWhenTheThreadsHaveEnded() {
        Refreshed<Integer> figure = new Refreshed<>(
                "site",
                Duration.ofSeconds(10),
                readings::incrementAndGet,
                task -> {
                    throw new RejectedExecutionException("stopped");
                },
                nanos::get);
        figure.begin();
        figure.await(nanos.get() + 1_000_000_000L);
        assertThat(figure.value()).isEmpty();
    }
}
