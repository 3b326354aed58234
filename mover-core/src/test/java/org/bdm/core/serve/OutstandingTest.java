package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.Test;

/** The credit of one stream, and the bytes of its ticket: to the last one, and given back when they are not used. */
class OutstandingTest {
    private static final long BYTES_MAX = 1000;
    private static final int REQUESTS_MAX = 6;
    private static final int ITEMS_MAX = 5;
    private static final long TICKET_BYTES = 2000;

    private final SessionMeter meter = new SessionMeter(new Access.Limits(1, TICKET_BYTES));
    private final Outstanding outstanding =
            new Outstanding(new OfferedLimits(1 << 20, BYTES_MAX, REQUESTS_MAX, ITEMS_MAX), meter);

    private static RequestId request(int number) {
        return new RequestId(number);
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static void assertViolation(ThrowingCallable call) {
        assertRefused(ErrorCode.PROTOCOL_VIOLATION, call);
    }

    /** That exactly so many bytes of the ticket are left. */
    private void assertLeftOfTheTicket(long bytes) {
        assertRefused(ErrorCode.NOT_ALLOWED, () -> meter.promise(bytes + 1));
        assertThatCode(() -> meter.promise(bytes)).doesNotThrowAnyException();
        meter.takeBack(bytes);
    }

    @Test
    void bytesMayReachTheLimitAndNotPassIt() {
        outstanding.begin(request(1), 1, BYTES_MAX - 1);
        assertViolation(() -> outstanding.begin(request(2), 1, 2));
        outstanding.begin(request(2), 1, 1);
        assertViolation(() -> outstanding.begin(request(3), 1, 1));
    }

    @Test
    void requestsMayReachTheLimitAndNotPassIt() {
        for (int i = 1; i <= REQUESTS_MAX; i++) outstanding.begin(request(i), 0, 0);
        assertViolation(() -> outstanding.begin(request(7), 0, 0));
        outstanding.end(request(3));
        outstanding.begin(request(7), 0, 0);
    }

    @Test
    void filesMayReachTheLimitsAndNotPassThem() {
        assertViolation(() -> outstanding.begin(request(1), ITEMS_MAX + 1, 0));
        for (int i = 1; i <= 4; i++) outstanding.begin(request(i), ITEMS_MAX, 0);
        assertViolation(() -> outstanding.begin(request(5), 1, 0));
        outstanding.itemEnded(request(1), 0);
        outstanding.begin(request(5), 1, 0);
        assertViolation(() -> outstanding.begin(request(6), 1, 0));
    }

    @Test
    void filesOfARequestThatEndsGiveTheirCreditBack() {
        for (int i = 1; i <= 4; i++) outstanding.begin(request(i), ITEMS_MAX, 0);
        outstanding.itemEnded(request(2), 0);
        outstanding.end(request(2));
        outstanding.begin(request(5), ITEMS_MAX, 0);
        assertViolation(() -> outstanding.begin(request(6), 1, 0));
    }

    @Test
    void numberIsNotZeroAndNotInUse() {
        assertViolation(() -> outstanding.begin(request(0), 0, 0));
        outstanding.begin(request(1), 0, 0);
        assertViolation(() -> outstanding.begin(request(1), 0, 0));
        outstanding.end(request(1));
        outstanding.begin(request(1), 0, 0);
    }

    @Test
    void requestIsOpenUntilItsLastFileHasEnded() {
        outstanding.begin(request(1), 2, 100);
        outstanding.itemEnded(request(1), 50);
        assertThat(outstanding.isOpen(request(1))).isTrue();
        assertThat(outstanding.isEmpty()).isFalse();
        outstanding.itemEnded(request(1), 50);
        assertThat(outstanding.isOpen(request(1))).isFalse();
        assertThat(outstanding.isEmpty()).isTrue();
    }

    @Test
    void creditComesBackAsBytesAreSentOrToldAsHolesOrEnd() {
        outstanding.begin(request(1), 2, BYTES_MAX);
        outstanding.sent(request(1), 100);
        outstanding.skipped(request(1), 200);
        outstanding.itemEnded(request(1), 300);
        assertViolation(() -> outstanding.begin(request(2), 1, 601));
        outstanding.begin(request(2), 1, 600);
        outstanding.end(request(1));
        assertViolation(() -> outstanding.begin(request(3), 1, 401));
        outstanding.begin(request(3), 1, 400);
    }

    @Test
    void whatACancelledRequestStillTellsChangesNothing() {
        outstanding.begin(request(1), 2, BYTES_MAX);
        outstanding.promise(request(1));
        outstanding.end(request(1));
        outstanding.sent(request(1), 100);
        outstanding.skipped(request(1), 100);
        outstanding.itemEnded(request(1), 100);
        outstanding.end(request(1));
        outstanding.promise(request(1));

        assertLeftOfTheTicket(TICKET_BYTES);
        outstanding.begin(request(2), 1, BYTES_MAX);
        assertViolation(() -> outstanding.begin(request(3), 1, 1));
    }

    @Test
    void ticketPaysForWhatIsSentAndForNothingElse() {
        outstanding.begin(request(1), 2, BYTES_MAX);
        outstanding.promise(request(1));
        assertLeftOfTheTicket(TICKET_BYTES - BYTES_MAX);
        outstanding.sent(request(1), 100);
        assertLeftOfTheTicket(TICKET_BYTES - BYTES_MAX);
        outstanding.skipped(request(1), 200);
        assertLeftOfTheTicket(TICKET_BYTES - BYTES_MAX + 200);
        outstanding.itemEnded(request(1), 300);
        assertLeftOfTheTicket(TICKET_BYTES - BYTES_MAX + 500);
        outstanding.end(request(1));
        assertLeftOfTheTicket(TICKET_BYTES - 100);
    }

    @Test
    void requestThatTheTicketDoesNotPayForGivesNothingBackToIt() {
        meter.promise(TICKET_BYTES - 10);
        outstanding.begin(request(1), 1, 11);
        assertRefused(ErrorCode.NOT_ALLOWED, () -> outstanding.promise(request(1)));
        outstanding.end(request(1));
        assertLeftOfTheTicket(10);
        outstanding.begin(request(2), 1, 10);
        outstanding.promise(request(2));
    }

    @Test
    void newerTicketRemembersWhatTheOlderOneGave() {
        meter.promise(TICKET_BYTES);
        meter.renew(new Access(
                new SiteName("b"),
                Map.of(),
                new Access.Limits(1, TICKET_BYTES + 5),
                Instant.parse("2026-01-01T00:00:00Z")));
        assertLeftOfTheTicket(5);
    }
}
