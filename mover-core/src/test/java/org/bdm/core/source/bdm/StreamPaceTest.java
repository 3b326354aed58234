package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is asked for ahead follows what the stream brings. */
class StreamPaceTest {
    private static final long MIB = 1 << 20;

    private long millis = 1_000_000;
    private final StreamPace pace = new StreamPace(() -> TimeUnit.MILLISECONDS.toNanos(millis));

    private void second(long bytes) {
        for (int i = 0; i < 20; i++) {
            millis += 50;
            pace.arrived(bytes / 20);
        }
    }

    @Test
    void beginsWithEnoughForAShortPath() {
        assertThat(pace.bytesAhead()).isEqualTo(16 * MIB);
    }

    @Test
    void aFastStreamIsAskedForASecondOfWork() {
        second(200 * MIB);
        second(200 * MIB);

        assertThat(pace.bytesAhead()).isBetween(180 * MIB, 220 * MIB);
    }

    @Test
    void aStreamThatBecomesSlowIsAskedForLess() {
        second(200 * MIB);
        second(2 * MIB);
        second(2 * MIB);

        assertThat(pace.bytesAhead()).isEqualTo(16 * MIB);
    }

    @Test
    void aClockThatIsSetBackAsksForNothingAbsurd() {
        second(200 * MIB);
        millis -= 3_600_000;
        second(200 * MIB);

        assertThat(pace.bytesAhead()).isBetween(16 * MIB, 420 * MIB);
    }
}
