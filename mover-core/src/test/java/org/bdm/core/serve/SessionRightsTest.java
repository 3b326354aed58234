package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of an open session when rights change, and how many questions and digests it may have under way. */
class SessionRightsTest {
    private static final StorePath FILE = StorePath.ofUtf8("x");

    private final DirectParts direct = new DirectParts();
    private final FakeStream stream = new FakeStream();
    private final FileVersion version = StoreContent.put(direct.store, "x", StoreContent.random(200, 1));
    private ServeSession session = begun(0);

    private ServeSession begun(long features) {
        Frame.Hello hello = DirectParts.hello(Frame.Purpose.ASK, "session", features, "*");
        SessionMeter meter = direct.parts.sessions().meter(hello, direct.access);
        ServeSession begun =
                new ServeSession(direct.parts, stream, hello, direct.access, DirectParts.LIMITS, meter, next -> {});
        direct.parts.sessions().add(begun);
        return begun;
    }

    @AfterEach
    void everyBlockIsBack() {
        session.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        assertThat(direct.cache.blocksFree()).isEqualTo(direct.cache.blocks());
        direct.close();
    }

    private void status(int request, StorePath path) {
        session.onFrame(new Frame.Stat(new RequestId(request), "data", path));
    }

    private void digest(int request) {
        session.onFrame(new Frame.AskDigest(
                new RequestId(request), "data", new FileId(request), FILE, version, ChecksumAlgorithm.SHA256));
    }

    private Frame last() {
        return stream.sent.get(stream.sent.size() - 1);
    }

    private void assertRefused(ErrorCode code) {
        assertThat(((Frame.Failure) last()).code()).contains(code);
    }

    @Test
    void rightsThatShrinkHoldAtOnce() {
        direct.access = direct.access(StorePath.ofUtf8("elsewhere"));
        session.reconsider();
        status(1, FILE);
        assertRefused(ErrorCode.NOT_ALLOWED);
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void rightsAreThoseOfTheLastTicketThatWasAccepted() {
        session.onFrame(new Frame.Renew("new".getBytes(StandardCharsets.UTF_8)));
        direct.refused.put('*', new MoverException(ErrorCode.PEER_NOT_PINNED, "removed"));
        session.reconsider();
        assertThat(stream.closed).isEmpty();
        direct.refused.put('n', new MoverException(ErrorCode.PEER_NOT_PINNED, "removed"));
        session.reconsider();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PEER_NOT_PINNED);
    }

    @Test
    void ticketThatOnlyExpiredDoesNotEndWhatIsUnderWay() {
        direct.refused.put('*', new MoverException(ErrorCode.TICKET_EXPIRED, "late"));
        session.reconsider();
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void streamWhoseRightsAreNotKnownEnds() {
        direct.refused.put('*', new IllegalStateException("a defect"));
        session.reconsider();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void streamWhoseRightsCannotBeLookedAtEnds() {
        direct.refusesListings = true;
        session.reconsider();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
        assertThat(stream.closed.get(0)).hasCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void changesThatComeFasterThanTheyAreLookedAtAreLookedAtOnce() {
        direct.holdsListings = true;
        for (int i = 0; i < 10; i++) session.reconsider();
        assertThat(direct.held).hasSize(1);
        direct.letListings();
        direct.holdsListings = true;
        session.reconsider();
        assertThat(direct.held).as("a later change is looked at").hasSize(1);
    }

    private FileKind kindOfTheLink() {
        status(1, StorePath.ofUtf8("link"));
        return ((Frame.Entries) last()).entries().get(0).status().kind();
    }

    @Test
    void linksAreFollowedOnlyForWhoAskedForIt() {
        direct.store
                .workArea(new JobId(1))
                .placeSymbolicLink("x".getBytes(StandardCharsets.UTF_8), StorePath.ofUtf8("link"), PlaceMode.NEW);
        assertThat(kindOfTheLink()).isEqualTo(FileKind.SYMBOLIC_LINK);
        session.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        session = begun(Features.FOLLOW_LINKS);
        assertThat(kindOfTheLink()).isEqualTo(FileKind.FILE);
    }

    @Test
    void questionsWaitWhileThePeerDoesNotReadTheAnswers() {
        stream.framesQueued = 4;
        status(1, FILE);
        session.onFrame(new Frame.ListDirectory(new RequestId(2), "data", StorePath.ROOT, Optional.empty(), 10));
        assertThat(stream.sent).isEmpty();
        stream.framesQueued = 3;
        session.onWritable();
        assertThat(stream.sent).hasSize(2).allMatch(Frame.Entries.class::isInstance);
        assertThat(direct.parts.questionTurns().askers()).isZero();
    }

    private void assertEndsASessionThatIsLeaving(Runnable question, int frames) {
        direct.holdsListings = true;
        question.run();
        session.onFrame(new Frame.Goodbye(true, "enough"));
        assertThat(stream.closed).isEmpty();
        direct.letListings();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
        assertThat(stream.sent).hasSize(frames);
    }

    @Test
    void answerEndsASessionThatIsLeaving() {
        assertEndsASessionThatIsLeaving(() -> status(1, FILE), 1);
    }

    @Test
    void digestEndsASessionThatIsLeaving() {
        assertEndsASessionThatIsLeaving(() -> digest(1), 2);
    }

    @Test
    void refusalEndsASessionThatIsLeaving() {
        assertEndsASessionThatIsLeaving(
                () -> session.onFrame(new Frame.Stat(new RequestId(1), "secret", StorePath.ROOT)), 1);
    }

    @Test
    void questionThatFailsIsAnsweredAndGivesItsTurnBack() {
        direct.refused.put('?', new IllegalStateException("a defect"));
        for (int i = 0; i < 3; i++) {
            session.onFrame(new Frame.Renew("?".getBytes(StandardCharsets.UTF_8)));
            assertRefused(ErrorCode.INTERNAL);
        }
        status(1, FILE);
        assertThat(last()).isInstanceOf(Frame.Entries.class);
    }

    @Test
    void expiredSessionComputesNoDigest() {
        direct.clock.turn(Duration.ofSeconds(601));
        digest(1);
        assertThat(stream.sent).hasSize(1);
        assertRefused(ErrorCode.TICKET_EXPIRED);
    }

    @Test
    void questionThatIsCancelledIsNotAnswered() {
        direct.holdsListings = true;
        for (int i = 1; i <= 3; i++) status(i, FILE);
        for (int i = 1; i <= 3; i++) session.onFrame(new Frame.Cancel(List.of(new RequestId(i))));
        assertThat(direct.parts.questionTurns().waiting()).isZero();
        direct.letListings();
        assertThat(stream.sent).isEmpty();
    }

    @Test
    void digestIsAnsweredWithItsProgressAndEnds() {
        digest(1);
        assertThat(stream.sent).hasSize(2);
        assertThat(((Frame.DigestAnswer) stream.sent.get(0)).digest()).isEmpty();
        assertThat(((Frame.DigestAnswer) stream.sent.get(0)).bytesDone()).isEqualTo(200);
        assertThat(((Frame.DigestAnswer) last()).digest()).isPresent();
        digest(1);
        assertThat(stream.closed).as("the number is free").isEmpty();
    }

    @Test
    void digestOutOfTheGrantIsRefusedAndTakesNoPlace() {
        session.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        direct.access = direct.access(StorePath.ofUtf8("elsewhere"));
        session = begun(0);
        digest(1);
        assertRefused(ErrorCode.NOT_ALLOWED);
        for (int i = 0; i < 2 * SessionQuestions.DIGESTS_MAX; i++) digest(1);
        assertRefused(ErrorCode.NOT_ALLOWED);
    }

    @Test
    void digestsThatEndFailOrAreCancelledGiveTheirPlaceBack() {
        for (int i = 0; i < 2 * SessionQuestions.DIGESTS_MAX; i++) {
            digest(1);
            assertThat(((Frame.DigestAnswer) last()).digest()).isPresent();
            direct.hasher.hold();
            digest(1);
            session.onFrame(new Frame.Cancel(List.of(new RequestId(1))));
            direct.hasher.let();
            direct.holdsListings = true;
            digest(1);
            digest(2);
            digest(3); // waits for a turn
            for (int k = 1; k <= 3; k++) session.onFrame(new Frame.Cancel(List.of(new RequestId(k))));
            direct.letListings();
        }
        assertThat(stream.closed).isEmpty();
        int answers = stream.sent.size();
        digest(1);
        assertThat(stream.sent).as("nothing was sent for what was cancelled").hasSize(answers + 2);
        assertThat(((Frame.DigestAnswer) last()).digest()).isPresent();
    }

    private void cancel(int request) {
        session.onFrame(new Frame.Cancel(List.of(new RequestId(request))));
    }

    @Test
    void cancelledDigestsKeepTheirPlaceUntilTheirFileIsLetGo() {
        direct.hasher.hold();
        for (int i = 0; i < SessionQuestions.DIGESTS_MAX; i++) {
            digest(1);
            cancel(1);
        }
        assertThat(stream.sent).isEmpty();
        digest(1);
        assertRefused(ErrorCode.TOO_MANY_REQUESTS);
        assertThat(stream.sent).hasSize(1);
        direct.hasher.let();
        assertThat(stream.sent).as("nothing is sent of what was cancelled").hasSize(1);
        digest(1);
        assertThat(((Frame.DigestAnswer) last()).digest()).isPresent();
    }

    @Test
    void digestsThatAreCancelledBeforeTheirTurnTakeNoPlace() {
        direct.holdsListings = true;
        status(1, FILE);
        status(2, FILE); // all turns of the site are taken
        for (int i = 0; i < 2 * SessionQuestions.DIGESTS_MAX; i++) {
            digest(3);
            cancel(3);
        }
        assertThat(stream.sent).isEmpty();
    }

    @Test
    void digestOfAStreamThatEndedIsNotSentAndItsFileIsLetGo() {
        direct.hasher.hold();
        digest(1);
        session.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        direct.hasher.let();
        assertThat(stream.sent).noneMatch(Frame.DigestAnswer.class::isInstance);
        assertThat(direct.parts.digestTurns().askers()).isZero();
    }
}
