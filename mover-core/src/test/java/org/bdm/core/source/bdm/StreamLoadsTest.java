package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.source.SourceLoad;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.Test;

/** What streams told is added up, smoothed, and forgotten when they tell nothing more. */
class StreamLoadsTest {
    private final CacheShare cache = new BlockCache(2, 256 << 10).share(new CacheQuota("receiving", 0, 2));
    private long now;
    private final StreamLoads loads = new StreamLoads(() -> now);
    private final Connection one = connection();
    private final Connection other = connection();

    @SuppressWarnings("NullAway") // neither loop nor owner is used: nothing arrives here
    private Connection connection() {
        return new Connection(null, null, cache, Duration.ofSeconds(60), new StreamPace(() -> now));
    }

    private static Frame.Load load(int readingMicros, int sendingMicros, int resent) {
        return new Frame.Load(1_000_000, readingMicros, 0, sendingMicros, 0, 250, 30_000, 1000, resent);
    }

    @Test
    void streamsAreAddedUp() {
        loads.told(one, load(900_000, 50_000, 0));
        loads.told(other, load(800_000, 100_000, 10));
        SourceLoad sum = loads.sum().orElseThrow();
        assertThat(sum.streams()).isEqualTo(2);
        assertThat(sum.reading()).isCloseTo(1.7, within(1e-9));
        assertThat(sum.sending()).isCloseTo(0.15, within(1e-9));
        assertThat(sum.processorsBusy()).isEqualTo(0.25);
        assertThat(sum.segmentsResent()).isCloseTo(0.005, within(1e-9));
    }

    @Test
    void newerLoadOfAStreamCountsAsMuchAsAllBefore() {
        loads.told(one, load(900_000, 0, 0));
        loads.told(one, load(100_000, 0, 0));
        assertThat(loads.sum().orElseThrow().reading()).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void streamThatIsSilentForFiveSecondsIsForgotten() {
        loads.told(one, load(900_000, 0, 0));
        now += Duration.ofSeconds(5).toNanos();
        assertThat(loads.sum()).isEmpty();
    }
}
