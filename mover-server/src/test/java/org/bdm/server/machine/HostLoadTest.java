package org.bdm.server.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The load of the machine is that of the time since the last look. */
class HostLoadTest {
    private long now;
    private long factor;
    private int moments;
    private final HostLoad load = new HostLoad(this::counters, () -> now, this::moment);

    private HostCounters counters() {
        return new HostCounters(
                now,
                1000 + 200 * factor,
                500 + 20 * factor,
                7 + 3000 * factor,
                Map.of("lo", 50L, "eth0", 99 + 150_000_000 * factor),
                Map.of("vda", new HostCounters.Disk(0, (10L << 20) * factor, 430 * factor)));
    }

    private void moment() {
        moments++;
        pass();
    }

    private void pass() {
        now += Duration.ofSeconds(1).toNanos();
        factor++;
    }

    @Test
    void busiestInterfaceAndDiskAreShownWithTheProcessors() {
        assertThat(load.line())
                .contains("CPU 90 %, 3000 context switches/s, eth0 1.2 Gbit/s, disk vda 43 % busy, 0 bit/s read,"
                        + " 83.9 Mbit/s written");
    }

    @Test
    void onlyTheFirstLookWaitsAMoment() {
        load.line();
        pass();
        assertThat(load.line()).isPresent();
        assertThat(moments).isEqualTo(1);
    }

    @Test
    void systemWhoseCountersCannotBeReadHasNoLine() {
        HostLoad unreadable = new HostLoad(
                () -> {
                    throw new IllegalStateException("no counters");
                },
                () -> now,
                () -> {});
        assertThat(unreadable.line()).isEmpty();
    }
}
