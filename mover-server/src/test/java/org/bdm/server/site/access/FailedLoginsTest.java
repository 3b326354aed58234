package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.bdm.core.testkit.TurnedClock;
import org.junit.jupiter.api.Test;

/** Refusals are counted for each address within a minute. */
class FailedLoginsTest {
    private final TurnedClock clock = new TurnedClock();
    private final FailedLogins logins = new FailedLogins(clock);

    private FailedLogins.Standing refuse(String who, int times) {
        FailedLogins.Standing last = logins.refused(who);
        for (int i = 1; i < times; i++) last = logins.refused(who);
        return last;
    }

    @Test
    void addressIsBlockedByItsHundredAndFirstRefusal() {
        assertThat(refuse("192.0.2.1", 100).isBlocked()).isFalse();
        FailedLogins.Standing standing = logins.refused("192.0.2.1");
        assertThat(standing.isBlocked()).isTrue();
        assertThat(standing.refusals()).isEqualTo(101);
        assertThat(logins.refused("192.0.2.2").isBlocked()).isFalse();
    }

    @Test
    void blockEndsAMinuteAfterTheFirstRefusalHoweverManyFollow() {
        logins.refused("192.0.2.1");
        clock.turn(Duration.ofSeconds(59));
        FailedLogins.Standing blocked = refuse("192.0.2.1", 100);
        assertThat(blocked.isBlocked()).isTrue();
        assertThat(blocked.windowEnd()).isEqualTo(clock.instant().plusSeconds(1));
        clock.turn(Duration.ofSeconds(1));
        FailedLogins.Standing fresh = logins.refused("192.0.2.1");
        assertThat(fresh.refusals()).isEqualTo(1);
        assertThat(fresh.windowEnd()).isEqualTo(clock.instant().plusSeconds(60));
    }

    @Test
    void beyondTenThousandAddressesTheOneSeenFirstIsForgotten() {
        for (int i = 0; i < 10_000; i++) logins.refused("address-" + i);
        assertThat(logins.refused("address-0").refusals()).isEqualTo(2);
        logins.refused("one more");
        assertThat(logins.refused("address-9999").refusals()).isEqualTo(2);
        assertThat(logins.refused("address-0").refusals()).isEqualTo(1);
    }
}
