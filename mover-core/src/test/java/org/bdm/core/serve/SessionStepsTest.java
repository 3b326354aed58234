package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.WireLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one session does with each frame, step by step: all work runs on the thread of the test. */
class SessionStepsTest {
    private static final int SIZE = 2000;

    private final DirectParts direct = new DirectParts();
    private final FakeStream stream = new FakeStream();
    private final FileVersion version = StoreContent.put(direct.store, "x", StoreContent.random(SIZE, 1));
    private ServeSession session = begun(0);

    private ServeSession begun(long features) {
        Frame.Hello hello = DirectParts.hello(Frame.Purpose.ASK, "session", features, "*");
        SessionMeter meter = direct.parts.sessions().meter(hello, direct.access);
        ServeSession begun =
                new ServeSession(direct.parts, stream, hello, direct.access, DirectParts.LIMITS, meter, next -> {});
        direct.parts.sessions().add(begun);
        return begun;
    }

    private static MoverException lost() {
        return new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test");
    }

    @AfterEach
    void everyBlockIsBack() {
        session.onClosed(lost());
        assertThat(direct.cache.blocksFree()).isEqualTo(direct.cache.blocks());
        direct.close();
    }

    private void want(int request, String path, ByteRange... ranges) {
        Frame.WantItem item = new Frame.WantItem(
                new FileId(request), new Epoch(1), StorePath.ofUtf8(path), version, Arrays.asList(ranges), false);
        session.onFrame(new Frame.Want(new RequestId(request), "data", List.of(item)));
    }

    private void status(int request) {
        session.onFrame(new Frame.Stat(new RequestId(request), "data", StorePath.ofUtf8("x")));
    }

    private void renew(String ticket) {
        session.onFrame(new Frame.Renew(ticket.getBytes(StandardCharsets.UTF_8)));
    }

    private Frame last() {
        return stream.sent.get(stream.sent.size() - 1);
    }

    private void assertFailure(Frame frame, Frame.Scope scope, ErrorCode code) {
        Frame.Failure failure = (Frame.Failure) frame;
        assertThat(failure.scope()).isEqualTo(scope);
        assertThat(failure.code()).contains(code);
    }

    @Test
    void adjacentRangesUpToTheSizeAreSentInOrder() {
        want(1, "x", new ByteRange(0, 10), new ByteRange(10, 5), new ByteRange(SIZE - 1, 1));
        assertThat(stream.closed).isEmpty();
        assertThat(stream.payloads.stream().mapToInt(bytes -> bytes.length)).containsExactly(10, 5, 1);
        assertThat(last()).isInstanceOf(Frame.FileEnd.class);
    }

    @Test
    void rangesThatOverlapOrPassTheSizeAreAViolation() {
        want(1, "x", new ByteRange(0, 10), new ByteRange(9, 5));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        stream.closed.clear();
        want(2, "x", new ByteRange(SIZE, 1));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(stream.sent).isEmpty();
    }

    private static ByteRange[] ranges(int number) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < number; i++) ranges.add(new ByteRange(i, 1));
        return ranges.toArray(ByteRange[]::new);
    }

    @Test
    void oneItemHasSoManyRangesAndNoMore() {
        want(1, "x", ranges(WireLimits.ITEM_RANGES_MAX));
        assertThat(stream.closed).isEmpty();
        want(2, "x", ranges(WireLimits.ITEM_RANGES_MAX + 1));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void packetsGetTheClassThatWasAnnouncedAndAnyOtherIsAViolation() {
        session.onFrame(new Frame.UseDscp(new Dscp(8)));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(stream.dscp).isEqualTo(Dscp.DEFAULT);
        session.onClosed(lost());
        stream.closed.clear();
        session = begun(Features.DSCP);
        session.onFrame(new Frame.UseDscp(new Dscp(8)));
        assertThat(stream.closed).isEmpty();
        assertThat(stream.dscp).isEqualTo(new Dscp(8));
    }

    @Test
    void peerThatDrainsWhileTheLastAnswerIsAboutToBeSentGetsIt() {
        stream.beforeSend = frame -> {
            if (frame instanceof Frame.FileEnd) session.onFrame(new Frame.Goodbye(true, "enough"));
            assertThat(stream.closed).as("it is closed before " + frame).isEmpty();
        };
        want(1, "x", new ByteRange(0, 10));
        assertThat(last()).isInstanceOf(Frame.FileEnd.class);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void readersThatWereNotAnnouncedAreAViolation() {
        session.onFrame(new Frame.UseReaders(1));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        session.onClosed(lost());
        stream.closed.clear();
        session = begun(Features.READERS);
        session.onFrame(new Frame.UseReaders(WireLimits.READERS_MAX));
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void wantWithoutItemsIsAViolation() {
        session.onFrame(new Frame.Want(new RequestId(1), "data", List.of()));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void fileOutOfTheGrantIsRefusedAndTheOthersOfItsWantArrive() {
        session.onClosed(lost());
        direct.access = direct.access(StorePath.ofUtf8("x"));
        StoreContent.put(direct.store, "secret", StoreContent.random(SIZE, 2));
        session = begun(0);
        want(1, "secret");
        assertFailure(last(), Frame.Scope.FILE, ErrorCode.NOT_ALLOWED);
        want(2, "x");
        assertThat(last()).isInstanceOf(Frame.FileEnd.class);
        assertThat(stream.payloads).hasSize(1);
    }

    @Test
    void blockFromTheAskingSideIsReleasedAndAViolation() {
        Loan loan = Objects.requireNonNull(direct.share.tryLend());
        session.onPayload(new Frame.Ping(1), loan, 10);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
    }

    @Test
    void ticketIsGoodUpToItsLastMomentAndNotBeyond() {
        direct.clock.turn(Duration.ofSeconds(600));
        session.checkExpiry();
        status(1);
        assertThat(last()).isInstanceOf(Frame.Entries.class);
        direct.clock.turn(Duration.ofMillis(1));
        status(2);
        assertFailure(last(), Frame.Scope.REQUEST, ErrorCode.TICKET_EXPIRED);
        want(3, "x");
        assertFailure(last(), Frame.Scope.REQUEST, ErrorCode.TICKET_EXPIRED);
        assertThat(stream.payloads).isEmpty();
        assertThat(stream.closed).isEmpty();
        session.checkExpiry();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void expiredSessionSendsWhatWasAskedForBeforeItEnds() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want(1, "x");
        direct.clock.turn(Duration.ofSeconds(601));
        session.checkExpiry();
        assertThat(stream.closed).isEmpty();
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER - 1;
        session.onWritable();
        assertThat(stream.payloads).hasSize(1);
        assertThat(stream.closed).as("blocks are queued").isEmpty();
        stream.blocksQueued = 0;
        session.onWritable();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void newTicketLetsAnExpiredSessionAskAgain() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want(1, "x");
        direct.clock.turn(Duration.ofSeconds(601));
        session.checkExpiry();
        direct.access = direct.access(StorePath.ROOT);
        renew("*");
        status(2);
        assertThat(last()).isInstanceOf(Frame.Entries.class);
        stream.blocksQueued = 0;
        session.onWritable();
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void peerThatSaidGoodbyeCannotAskAgainWithANewTicket() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want(1, "x");
        session.onFrame(new Frame.Goodbye(true, "enough"));
        assertThat(stream.closed).isEmpty();
        renew("*");
        status(2);
        assertFailure(last(), Frame.Scope.REQUEST, ErrorCode.TICKET_EXPIRED);
        stream.blocksQueued = 0;
        session.onWritable();
        assertThat(stream.payloads).hasSize(1);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void goodbyeWithNothingOutstandingEndsTheStream() {
        session.onFrame(new Frame.Goodbye(true, "enough"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void goodbyeThatDoesNotWaitEndsTheStreamAtOnce() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want(1, "x");
        session.onFrame(new Frame.Goodbye(false, "crash"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void newTicketReplacesTheRightsAndTheLimitsOfTheOld() {
        Access narrow = direct.access(StorePath.ofUtf8("elsewhere"));
        direct.access = new Access(narrow.issuer(), narrow.exports(), new Access.Limits(1, 10), narrow.expires());
        renew("*");
        status(1);
        assertFailure(last(), Frame.Scope.REQUEST, ErrorCode.NOT_ALLOWED);
        want(2, "x");
        assertFailure(last(), Frame.Scope.REQUEST, ErrorCode.NOT_ALLOWED);
        assertThat(((Frame.Failure) last()).detail()).contains("10 bytes in all");
        assertThat(stream.payloads).isEmpty();
    }

    @Test
    void newTicketThatIsRefusedLeavesTheOldOne() {
        direct.refused.put('!', new MoverException(ErrorCode.TICKET_FOREIGN, "for somebody else"));
        renew("!");
        assertFailure(last(), Frame.Scope.REQUEST, ErrorCode.TICKET_FOREIGN);
        status(1);
        assertThat(last()).isInstanceOf(Frame.Entries.class);
    }

    @Test
    void requestThatEndedFailedOrWasCancelledLeavesItsNumberFree() {
        for (int i = 0; i < 20; i++) {
            session.onFrame(new Frame.Stat(new RequestId(1), "nothing", StorePath.ROOT));
            status(1);
            want(1, "x");
            stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
            want(1, "x");
            session.onFrame(new Frame.Cancel(List.of(new RequestId(1), new RequestId(77))));
            stream.blocksQueued = 0;
        }
        assertThat(stream.closed).isEmpty();
        assertThat(stream.payloads).as("what was cancelled is not sent").hasSize(20);
    }

    @Test
    void cancellingTheLastRequestEndsASessionThatIsLeaving() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want(1, "x");
        session.onFrame(new Frame.Goodbye(true, "enough"));
        session.onFrame(new Frame.Cancel(List.of(new RequestId(77))));
        assertThat(stream.closed).isEmpty();
        stream.blocksQueued = 0;
        session.onFrame(new Frame.Cancel(List.of(new RequestId(1))));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void rateOfThePeerStopsTheReaderUntilTheTimerWakesIt() {
        session.onFrame(new Frame.Limits(1 << 20, 10, 1));
        want(1, "x");
        assertThat(direct.timed).isEmpty();
        assertThat(stream.payloads).hasSize(1);
        want(2, "x");
        assertThat(stream.payloads).hasSize(1);
        session.onWritable();
        assertThat(direct.timedNanos).as("one timer, and a short one").containsExactly(TimeUnit.SECONDS.toNanos(1));
        direct.timed.get(0).run();
        assertThat(stream.payloads).hasSize(1);
        assertThat(direct.timed).as("not yet").hasSize(2);
        session.onFrame(new Frame.Limits(1 << 20, 10, 0));
        assertThat(stream.payloads).hasSize(2);
    }

    @Test
    void timerThatHasEndedEndsAStreamThatWouldWaitForIt() {
        session.onFrame(new Frame.Limits(1 << 20, 10, 1));
        want(1, "x");
        direct.stopTimer();
        want(2, "x");
        assertThat(stream.closed.get(0).code()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void stopEndsTheStreamOnce() {
        session.stop();
        session.stop();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void streamThatEndedGivesUpItsPlaceOnce() {
        ServeSession other = begun(0);
        session.onClosed(lost());
        session.onClosed(lost());
        assertThat(direct.parts.sessions().all()).containsExactly(other);
        ServeSession third = begun(0);
        assertThatExceptionOfType(MoverException.class)
                .as("two of one site at a time")
                .isThrownBy(() -> begun(0));
        session.stop();
        assertThat(stream.closed).as("it has ended already").isEmpty();
        other.onClosed(lost());
        third.onClosed(lost());
    }

    @Test
    void wantsOfAStreamThatEndedAreForgotten() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want(1, "x");
        session.onClosed(lost());
        stream.blocksQueued = 0;
        session.onWritable();
        assertThat(stream.sent).isEmpty();
    }

    @Test
    void questionsOfAStreamThatEndedAreForgotten() {
        direct.holdsListings = true;
        for (int i = 1; i <= 5; i++) status(i);
        assertThat(direct.parts.questionTurns().waiting()).isEqualTo(3);
        session.onClosed(lost());
        assertThat(direct.parts.questionTurns().waiting()).isZero();
    }

    @Test
    void reportOfThePeerChangesNothing() {
        session.onFrame(Frame.Failure.of(Frame.Scope.STREAM, new RequestId(0), lost()));
        status(1);
        assertThat(last()).isInstanceOf(Frame.Entries.class);
        assertThat(stream.closed).isEmpty();
    }
}
