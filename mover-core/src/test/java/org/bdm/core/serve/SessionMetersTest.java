package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.junit.jupiter.api.Test;

class SessionMetersTest {
    private static final int STREAMS_MAX = 20;
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");

    private final SessionMeters meters = new SessionMeters(STREAMS_MAX);

    private static Access access(String site, long bytesMax) {
        return new Access(
                new SiteName(site), Map.of(), new Access.Limits(2, bytesMax), NOW.plus(Duration.ofMinutes(10)));
    }

    private void open(String site, String session, long bytesMax) {
        meters.open(session, access(site, bytesMax));
    }

    private void fill(String site, long bytesMax) {
        for (int i = 0; i < SessionMeters.SESSIONS_OF_ONE_SITE_MAX; i++) {
            SessionMeter meter = meters.open("session-" + i, access(site, bytesMax));
            meters.close(new SiteName(site), "session-" + i, meter);
        }
    }

    @Test
    void endedSessionsThatNobodyCountsAreForgottenAtOnceSoThatManySmallJobsShutNobodyOut() {
        fill("b", Access.Limits.ANY_BYTES);
        open("b", "one more", Access.Limits.ANY_BYTES);
    }

    @Test
    void bytesOfAnEndedSessionAreRememberedWhileItsTicketCanBeShownAgain() {
        fill("b", 1000);
        assertThatThrownBy(() -> open("b", "one more", 1000)).isInstanceOf(MoverException.class);
        meters.forgetOver(NOW.plus(Duration.ofMinutes(11)));
        open("b", "one more", 1000);
    }

    @Test
    void sessionsThatOneSiteFillsTheMemoryWithShutNoOtherSiteOut() {
        fill("b", 1000);
        open("c", "its first", 1000);
    }

    @Test
    void streamsOfOneSiteLeaveRoomForOtherSites() {
        for (int i = 0; i < STREAMS_MAX; i++) open("b", "session-" + i, 1000);
        assertThatThrownBy(() -> open("b", "one more", 1000))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS));
        open("c", "its first", 1000);
    }
}
