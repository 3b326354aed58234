package org.bdm.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KeepAliveTest {
    private long now;
    private final KeepAlive keepAlive = new KeepAlive(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(45), now);

    /** Lets time pass, tick by tick, and returns what was said last but NOTHING. */
    private KeepAlive.Verdict pass(double seconds) {
        KeepAlive.Verdict last = KeepAlive.Verdict.NOTHING;
        for (long end = now + (long) (seconds * 1e9); now < end; ) {
            now += keepAlive.tickNanos();
            KeepAlive.Verdict verdict = keepAlive.tick(now);
            if (verdict != KeepAlive.Verdict.NOTHING) last = verdict;
        }
        return last;
    }

    @Test
    void aPingGoesOutAfterTenSilentSeconds() {
        assertThat(pass(7.5)).isEqualTo(KeepAlive.Verdict.NOTHING);
        assertThat(pass(2.5)).isEqualTo(KeepAlive.Verdict.PING);
        assertThat(pass(7.5)).isEqualTo(KeepAlive.Verdict.NOTHING);
    }

    @Test
    void aSilentPeerIsDeadAfterFortyFiveSeconds() {
        assertThat(pass(42.5)).isNotEqualTo(KeepAlive.Verdict.DEAD);
        assertThat(pass(2.5)).isEqualTo(KeepAlive.Verdict.DEAD);
    }

    @Test
    void timeInWhichWeDoNotReadDoesNotCountButPingsGoOn() {
        pass(30);
        keepAlive.readingStops(now);
        assertThat(pass(600)).isEqualTo(KeepAlive.Verdict.PING);
        keepAlive.readingStarts(now);
        assertThat(pass(12.5)).isNotEqualTo(KeepAlive.Verdict.DEAD);
        assertThat(pass(2.5)).isEqualTo(KeepAlive.Verdict.DEAD);
    }

    @Test
    void whoIsHeardIsAlive() {
        for (int i = 0; i < 10; i++) {
            assertThat(pass(40)).isNotEqualTo(KeepAlive.Verdict.DEAD);
            keepAlive.heard();
        }
    }

    @Test
    void aProcessThatStoodStillDoesNotBlameThePeer() {
        now += TimeUnit.HOURS.toNanos(1);
        assertThat(keepAlive.tick(now)).isEqualTo(KeepAlive.Verdict.NOTHING);
    }
}
