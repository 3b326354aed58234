package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.Purpose;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who says hello is checked before anything else, and a stream that ends meanwhile leaves nothing behind. */
class GreetingTest {
    private final DirectParts direct = new DirectParts();
    private final FakeStream stream = new FakeStream();
    private final List<Frame.Hello> dialledIn = new ArrayList<>();
    private int over;
    private final Greeting greeting = greeting(direct.parts, null);

    private Greeting greeting(ServeParts parts, @Nullable String joining) {
        Greeting made = new Greeting(parts, (who, hello) -> dialledIn.add(hello), joining, () -> over++);
        made.attach(stream);
        return made;
    }

    private static MoverException lost() {
        return new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test");
    }

    @AfterEach
    void everyBlockIsBack() {
        direct.parts.sessions().all().forEach(session -> session.onClosed(lost()));
        assertThat(direct.cache.blocksFree()).isEqualTo(direct.cache.blocks());
        direct.close();
    }

    @Test
    void welcomeTellsLimitsTimesAndOnlyTheFeaturesThatAreDone() {
        greeting.onFrame(DirectParts.hello(Purpose.ASK, "session", -1, "*"));
        Frame.Welcome welcome = stream.only(Frame.Welcome.class);
        assertThat(welcome.limits()).isEqualTo(new Frame.OfferedLimits(256 << 10, 2 << 20, 8, 16));
        assertThat(welcome.features()).isEqualTo(Features.KNOWN);
        assertThat(welcome.ticketExpiryEpochSecond())
                .isEqualTo(direct.access.expires().getEpochSecond());
        assertThat(welcome.serverTimeEpochSecond())
                .isEqualTo(direct.clock.instant().getEpochSecond());
        assertThat(stream.isAuthenticated).isTrue();
        assertThat(stream.listener).isInstanceOf(ServeSession.class);
        assertThat(direct.parts.sessions().all()).hasSize(1);
    }

    @Test
    void streamWeDialledIsGreetedByUsForItsSession() {
        greeting(direct.parts, "session");
        Frame.Hello ours = stream.only(Frame.Hello.class);
        assertThat(ours.purpose()).isEqualTo(Purpose.JOIN);
        assertThat(ours.session()).isEqualTo("session");
        assertThat(ours.site()).isEqualTo(ServingSite.SITE);
        assertThat(ours.node()).isEqualTo(ServingSite.NODE);
        assertThat(ours.limits()).isEqualTo(DirectParts.LIMITS);
        assertThat(ours.ticket()).isEmpty();
    }

    @Test
    void streamWeDialledServesItsSessionAndNoOther() {
        greeting(direct.parts, "another").onFrame(DirectParts.asking());
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        stream.closed.clear();
        greeting(direct.parts, "session").onFrame(DirectParts.asking());
        assertThat(stream.closed).isEmpty();
        assertThat(direct.parts.sessions().all()).hasSize(1);
    }

    @Test
    void streamWeDialledIsNotHandedOnToWhoTakesDialledStreams() {
        greeting(direct.parts, "session").onFrame(DirectParts.hello(Purpose.JOIN, "session", 0, "*"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(dialledIn).isEmpty();
    }

    @Test
    void streamThatDoesNotAskIsHandedOnUnchecked() {
        Frame.Hello standby = DirectParts.hello(Purpose.STANDBY, "", 0, "*");
        greeting.onFrame(standby);
        assertThat(dialledIn).containsExactly(standby);
        assertThat(stream.closed).isEmpty();
        assertThat(direct.checkedPeer).isNull();
    }

    @Test
    void nodeThatTlsDidNotProveIsRefusedBeforeItsTicketIsLookedAt() {
        stream.proven = Optional.of(new NodeId("d".repeat(64)));
        greeting.onFrame(DirectParts.asking());
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
        assertThat(direct.refusals).hasSize(1);
        assertThat(direct.checkedPeer).isNull();
    }

    private static Frame.Hello versions(int min, int max) {
        Frame.Hello one = DirectParts.asking();
        return new Frame.Hello(
                min, max, 0, one.site(), one.node(), 3, Purpose.ASK, one.session(), one.limits(), one.ticket());
    }

    @Test
    void greetingIsOverWithTheWelcomeOrWithTheStream() {
        greeting.onFrame(DirectParts.hello(Purpose.ASK, "session", -1, "*"));
        assertThat(over).isEqualTo(1);
        Greeting other = greeting(direct.parts, null);
        assertThat(over).isEqualTo(1);
        other.onClosed(lost());
        assertThat(over).isEqualTo(2);
    }

    @Test
    void versionsThatIncludeOursAreWelcome() {
        greeting.onFrame(versions(0, 1));
        assertThat(stream.only(Frame.Welcome.class).version()).isEqualTo(1);
    }

    @Test
    void olderAndNewerVersionsAreRefused() {
        greeting.onFrame(versions(2, 3));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VERSION);
        stream.closed.clear();
        greeting(direct.parts, null).onFrame(versions(0, 0));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VERSION);
        assertThat(stream.sent).isEmpty();
    }

    @Test
    void refusedTicketEndsTheStreamWithItsReasonAndIsWrittenDown() {
        direct.refused.put('!', new MoverException(ErrorCode.TICKET_FOREIGN, "for somebody else"));
        greeting.onFrame(DirectParts.hello(Purpose.ASK, "session", 0, "!"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.TICKET_FOREIGN);
        assertThat(stream.closed.get(0).detail()).isEqualTo("for somebody else");
        assertThat(direct.refusals).hasSize(1).allMatch(line -> line.contains("b: for somebody else"));
        assertThat(stream.sent).isEmpty();
        assertThat(stream.isAuthenticated).isFalse();
    }

    @Test
    void checkThatFailsEndsTheStreamAndNotTheTurns() {
        direct.refused.put('?', new IllegalStateException("a defect"));
        for (int i = 0; i < 5; i++) {
            stream.closed.clear();
            greeting(direct.parts, null).onFrame(DirectParts.hello(Purpose.ASK, "session", 0, "?"));
            assertThat(stream.closedWith()).isEqualTo(ErrorCode.INTERNAL);
        }
    }

    @Test
    void checksGiveTheirTurnBack() {
        direct.refused.put('!', new MoverException(ErrorCode.TICKET_FOREIGN, "for somebody else"));
        for (int i = 0; i < 5; i++) {
            greeting(direct.parts, null).onFrame(DirectParts.hello(Purpose.ASK, "session", 0, "!"));
        }
        assertThat(stream.closed).hasSize(5);
        assertThat(direct.parts.questionTurns().askers()).isZero();
    }

    @Test
    void secondHelloAndEverythingElseIsAViolation() {
        direct.holdsListings = true;
        greeting.onFrame(DirectParts.asking());
        greeting.onFrame(DirectParts.asking());
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        stream.closed.clear();
        greeting(direct.parts, null).onFrame(new Frame.Ping(1));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        greeting.onClosed(lost());
    }

    @Test
    void goodbyeEndsTheGreeting() {
        greeting.onFrame(new Frame.Goodbye(true, "enough"));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }

    @Test
    void blockInTheGreetingIsReleasedAndAViolation() {
        Loan loan = Objects.requireNonNull(direct.share.tryLend());
        greeting.onPayload(new Frame.Ping(1), loan, 10);
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(direct.cache.blocksFree()).isEqualTo(direct.cache.blocks());
    }

    @Test
    void frameBeforeTheStreamIsKnownIsADefect() {
        Greeting early = new Greeting(direct.parts, (who, hello) -> dialledIn.add(hello), null, () -> over++);
        assertThatThrownBy(() -> early.onFrame(DirectParts.asking())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void helloWhoseStreamHasEndedIsNotCheckedAnyMore() {
        direct.holdsListings = true;
        for (int i = 0; i < 2; i++) greeting(direct.parts, null).onFrame(DirectParts.asking()); // all threads are busy
        Greeting waiting = greeting(direct.parts, null);
        waiting.onFrame(DirectParts.asking());
        assertThat(direct.parts.questionTurns().waiting()).isEqualTo(1);
        waiting.onClosed(lost());
        assertThat(direct.parts.questionTurns().waiting()).isZero();
    }

    @Test
    void helloThatComesAfterTheEndDoesNotWait() {
        direct.holdsListings = true;
        for (int i = 0; i < 2; i++) greeting(direct.parts, null).onFrame(DirectParts.asking());
        greeting.onClosed(lost());
        greeting.onFrame(DirectParts.asking());
        assertThat(direct.parts.questionTurns().waiting()).isZero();
    }

    @Test
    void streamThatEndsWhileItsTicketIsCheckedLeavesNoSession() {
        direct.onCheck = () -> greeting.onClosed(lost());
        greeting.onFrame(DirectParts.asking());
        assertThat(direct.parts.sessions().all()).isEmpty();
    }

    @Test
    void sessionHearsOfAnEndThatTheGreetingHearsOf() {
        greeting.onFrame(DirectParts.asking());
        assertThat(direct.parts.sessions().all()).hasSize(1);
        greeting.onClosed(lost());
        assertThat(direct.parts.sessions().all()).isEmpty();
    }

    @Test
    void sessionForWhichNoBlockIsLeftDoesNotCountAsOpen() {
        CacheShare full = direct.share.share(new CacheQuota("full", 1, 1));
        CacheShare last = full.share(new CacheQuota("the last", 1, 1));
        ServeParts parts = direct.parts(full);
        for (int i = 0; i < 5; i++) { // more than one site may have open
            stream.closed.clear();
            greeting(parts, null).onFrame(DirectParts.asking());
            assertThat(stream.closedWith()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS);
        }
        assertThat(stream.closed.get(0).detail()).contains("no blocks left");
        last.close();
        greeting(parts, null).onFrame(DirectParts.asking());
        assertThat(stream.sent).hasSize(1);
        parts.sessions().all().forEach(session -> session.onClosed(lost()));
        full.close();
    }

    @Test
    void rightsThatChangeWhileATicketIsCheckedAreLookedAtAgain() {
        direct.onCheck = () -> {
            direct.onCheck = () -> direct.refused.put('*', new MoverException(ErrorCode.PEER_NOT_PINNED, "removed"));
            direct.parts.sessions().reconsider();
        };
        greeting.onFrame(DirectParts.asking());
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
    }

    @Test
    void rightsThatDidNotChangeAreCheckedOnce() {
        int[] checks = {0};
        direct.onCheck = () -> checks[0]++;
        greeting.onFrame(DirectParts.asking());
        assertThat(checks[0]).isEqualTo(1);
    }

    @Test
    void strangersOfOneAddressShareTheirTurnsAndProvenNodesDoNot() {
        direct.holdsListings = true;
        for (int i = 0; i < 2; i++) greeting(direct.parts, null).onFrame(DirectParts.asking());
        greeting(direct.parts, null).onFrame(DirectParts.asking());
        assertThat(direct.parts.questionTurns().askers()).isEqualTo(1);
        stream.proven = Optional.of(DirectParts.PEER_NODE);
        greeting(direct.parts, null).onFrame(DirectParts.asking());
        assertThat(direct.parts.questionTurns().askers()).isEqualTo(2);
    }
}
