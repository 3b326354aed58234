package org.bdm.client.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LengtheningPausesTest {
    private final List<Duration> paused = new ArrayList<>();

    private final Pacer pacer = new Pacer() {
        @Override
        public Clock clock() {
            return Clock.systemUTC();
        }

        @Override
        public void pause(Duration length) {
            paused.add(length);
        }
    };

    @Test
    void workThatIsSoonDoneIsLookedAtSoon() {
        LengtheningPauses pauses = new LengtheningPauses(pacer);
        for (int look = 0; look < 10; look++) pauses.pause();
        assertThat(paused.get(0)).isEqualTo(Duration.ofMillis(20));
        assertThat(paused).isSorted().doesNotHaveDuplicates();
        assertThat(paused.stream().reduce(Duration.ZERO, Duration::plus)).isLessThan(Duration.ofMillis(400));
    }

    @Test
    void workThatTakesLongIsAskedForThreeTimesASecondAtMost() {
        LengtheningPauses pauses = new LengtheningPauses(pacer);
        for (int look = 0; look < 100; look++) pauses.pause();
        assertThat(paused.subList(25, 100)).containsOnly(Duration.ofMillis(300));
    }
}
