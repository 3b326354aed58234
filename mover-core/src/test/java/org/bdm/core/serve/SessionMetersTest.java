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

    private void assertFull(String site, String session) {
        assertThatThrownBy(() -> open(site, session, 1000))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS));
    }

    @Test
    void ticketAllowsSoManyStreamsOfItsSessionAndNoMore() {
        open("b", "one", 1000);
        open("b", "one", 1000);
        assertFull("b", "one");
    }

    @Test
    void streamThatEndsLeavesRoomForOne() {
        SessionMeter first = meters.open("first", access("b", 1000));
        for (int i = 1; i < STREAMS_MAX; i++) open("b", "session-" + i, 1000);
        meters.close(new SiteName("b"), "first", first);
        open("b", "first", 1000);
        assertFull("b", "one more");
    }

    @Test
    void sessionThatIsForgottenLeavesRoomForOne() {
        fill("b", 1000);
        SessionMeter again = meters.open(
                "session-0",
                new Access(new SiteName("b"), Map.of(), new Access.Limits(2, Access.Limits.ANY_BYTES), NOW));
        meters.close(new SiteName("b"), "session-0", again);
        open("b", "one more", 1000);
        assertFull("b", "and another");
    }

    @Test
    void bytesAreForgottenWithTheSessionAndNotBeforeItsLastTicketExpires() {
        SiteName site = new SiteName("b");
        SessionMeter meter = meters.open("one", access("b", 1000));
        meter.promise(1000);
        meter.renew(new Access(site, Map.of(), new Access.Limits(2, 1000), NOW.plus(Duration.ofMinutes(20))));
        meter.renew(new Access(site, Map.of(), new Access.Limits(2, 1000), NOW.plus(Duration.ofMinutes(5))));
        meters.close(site, "one", meter);
        meters.forgetOver(NOW.plus(Duration.ofMinutes(20)));
        SessionMeter same = meters.open("one", access("b", 1000));
        assertThat(same).as("what it took counts").isSameAs(meter);
        meters.close(site, "one", same);

        meters.forgetOver(NOW.plus(Duration.ofMinutes(21)));
        assertThat(meters.open("one", access("b", 1000))).isNotSameAs(meter);
    }

    @Test
    void sessionWithAnOpenStreamIsNotForgotten() {
        SessionMeter meter = meters.open("one", access("b", 1000));
        meters.forgetOver(NOW.plus(Duration.ofDays(1)));
        assertThat(meters.open("one", access("b", 1000))).isSameAs(meter);
    }
}
