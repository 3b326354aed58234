package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.junit.jupiter.api.Test;

/** A session takes what its ticket allows, over all its streams and all its tickets. */
class SessionMeterTest {
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final SessionMeter meter = new SessionMeter(new Access.Limits(2, 100));

    private static Access ticket(int streamsMax, long bytesMax, Instant expires) {
        return new Access(new SiteName("b"), Map.of(), new Access.Limits(streamsMax, bytesMax), expires);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatExceptionOfType(MoverException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void streamsMayReachTheLimitAndNotPassIt() {
        meter.open(ticket(2, 100, NOW));
        meter.open(ticket(2, 100, NOW));
        assertRefused(ErrorCode.TOO_MANY_CONNECTIONS, () -> meter.open(ticket(2, 100, NOW)));
        meter.close();
        meter.open(ticket(2, 100, NOW));
    }

    @Test
    void bytesMayReachTheLimitAndNotPassIt() {
        meter.promise(60);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> meter.promise(41));
        meter.promise(40);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> meter.promise(1));
        meter.takeBack(10);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> meter.promise(11));
        meter.promise(10);
    }

    @Test
    void ticketWithoutALimitOfBytesTakesAllOfThem() {
        meter.renew(ticket(2, Access.Limits.ANY_BYTES, NOW));
        meter.promise(Long.MAX_VALUE / 2);
        meter.promise(1_000_000);
    }

    @Test
    void limitsOfTheTicketOfANewStreamHoldFromThenOn() {
        meter.open(ticket(2, 1000, NOW));
        meter.promise(1000);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> meter.promise(1));
    }

    @Test
    void countedSessionIsOverWhenItsLastTicketHasExpiredAndNoStreamIsOpen() {
        meter.open(ticket(2, 100, NOW));
        meter.renew(ticket(2, 100, NOW.plusSeconds(20)));
        meter.renew(ticket(2, 100, NOW.plusSeconds(10)));
        assertThat(meter.isOver(NOW.plusSeconds(30))).as("a stream is open").isFalse();
        meter.close();
        assertThat(meter.isOver(NOW.plusSeconds(15))).isFalse();
        assertThat(meter.isOver(NOW.plusSeconds(20))).isFalse();
        assertThat(meter.isOver(NOW.plusSeconds(21))).isTrue();
    }

    @Test
    void uncountedSessionIsOverWithItsLastStream() {
        meter.open(ticket(2, Access.Limits.ANY_BYTES, NOW));
        assertThat(meter.isOver(NOW.minusSeconds(1))).isFalse();
        meter.close();
        assertThat(meter.isOver(NOW.minusSeconds(1))).isTrue();
    }
}
