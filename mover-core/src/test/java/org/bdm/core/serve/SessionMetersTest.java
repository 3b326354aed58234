package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.junit.jupiter.api.Test;

class SessionMetersTest {
    private static final int SESSIONS_MAX = 10_000;
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final SessionMeters meters = new SessionMeters();

    private static Access access(long bytesMax) {
        return new Access(
                new SiteName("b"), Map.of(), new Access.Limits(2, bytesMax), NOW.plus(Duration.ofMinutes(10)));
    }

    private void fill(long bytesMax) {
        for (int i = 0; i < SESSIONS_MAX; i++) {
            meters.open("session-" + i, access(bytesMax)).close();
        }
        meters.forgetOver(NOW);
    }

    @Test
    void endedSessionsThatNobodyCountsAreForgottenAtOnceSoThatManySmallJobsShutNobodyOut() {
        fill(Access.Limits.ANY_BYTES);
        meters.open("one more", access(Access.Limits.ANY_BYTES));
    }

    @Test
    void bytesOfAnEndedSessionAreRememberedWhileItsTicketCanBeShownAgain() {
        fill(1000);
        assertThatThrownBy(() -> meters.open("one more", access(1000))).isInstanceOf(MoverException.class);
        meters.forgetOver(NOW.plus(Duration.ofMinutes(11)));
        meters.open("one more", access(1000));
    }
}
