package org.bdm.core.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processors that a process needs: what it used, and what it waited for. */
class ProcessorShareTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    Path tasks;

    private long used;
    private long now;

    @Test
    void shareIsThatOfTheLastSecondAndNeverMoreThanAll() {
        ProcessorShare share = new ProcessorShare(() -> used, () -> now);
        int processors = Runtime.getRuntime().availableProcessors();
        used += SECOND * processors / 4;
        now += SECOND;
        assertThat(share.getAsDouble()).isCloseTo(0.25, within(1e-6));
        now += SECOND / 2;
        assertThat(share.getAsDouble()).as("nothing new before a second").isCloseTo(0.25, within(1e-6));
        used += 9 * SECOND * processors;
        now += SECOND;
        assertThat(share.getAsDouble()).isEqualTo(1);
    }

    private void thread(String id, long waited) throws IOException {
        Path directory = Files.createDirectories(tasks.resolve(id));
        Files.writeString(directory.resolve("schedstat"), "5 " + waited + " 7\n");
    }

    @Test
    void waitsOfThreadsAreAddedUpAlsoWhenThreadsEndAndBegin() throws IOException {
        ProcessorWaits waits = new ProcessorWaits(tasks);
        thread("1", 100);
        thread("2", 1000);
        assertThat(waits.getAsLong()).as("what was before counts not").isZero();
        thread("1", 130);
        assertThat(waits.getAsLong()).isEqualTo(30);
        Files.delete(tasks.resolve("2/schedstat"));
        Files.delete(tasks.resolve("2"));
        thread("3", 5);
        assertThat(waits.getAsLong()).isEqualTo(35);
    }

    @Test
    void systemWithoutSuchFilesTellsNothing() {
        assertThat(new ProcessorWaits(tasks.resolve("none")).getAsLong()).isZero();
    }
}
