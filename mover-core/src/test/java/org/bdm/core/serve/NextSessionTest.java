package org.bdm.core.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StoreContent;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.wire.Features;
import org.bdm.core.wire.Frame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a session gives its stream to the next one: all work runs on the thread of the test. */
class NextSessionTest {
    private static final int SIZE = 2000;

    private final DirectParts direct = new DirectParts();
    private final FakeStream stream = new FakeStream();
    private final FileVersion version = StoreContent.put(direct.store, "x", StoreContent.random(SIZE, 1));
    private final List<Frame.Hello> next = new ArrayList<>();
    private ServeSession session = begun(Features.NEXT_SESSION);

    private ServeSession begun(long features) {
        Frame.Hello hello = hello(Frame.Purpose.ASK, features);
        SessionMeter meter = direct.parts.sessions().meter(hello, direct.access);
        ServeSession begun =
                new ServeSession(direct.parts, stream, hello, direct.access, DirectParts.LIMITS, meter, next::add);
        direct.parts.sessions().add(begun);
        return begun;
    }

    private static Frame.Hello hello(Frame.Purpose purpose, long features) {
        return DirectParts.hello(purpose, "session", features, "*");
    }

    @AfterEach
    void everyBlockIsBack() {
        session.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
        assertThat(direct.cache.blocksFree()).isEqualTo(direct.cache.blocks());
        direct.close();
    }

    private void want() {
        Frame.WantItem item = new Frame.WantItem(
                new FileId(1), new Epoch(1), StorePath.ofUtf8("x"), version, List.of(new ByteRange(0, SIZE)), false);
        session.onFrame(new Frame.Want(new RequestId(1), "data", List.of(item)));
    }

    @Test
    void sessionThatHasAnsweredEverythingGivesUpItsPlaceAndPassesTheHelloOn() {
        want();
        assertThat(stream.sent.get(stream.sent.size() - 1)).isInstanceOf(Frame.FileEnd.class);
        Frame.Hello second = hello(Frame.Purpose.ASK, Features.NONE);
        session.onFrame(second);
        assertThat(next).containsExactly(second);
        assertThat(direct.parts.sessions().all()).isEmpty();
        assertThat(direct.share.blocksLent()).isZero();
        assertThat(stream.closed).isEmpty();
    }

    @Test
    void sessionThatIsOverLeavesTheStreamAlone() {
        session.onFrame(hello(Frame.Purpose.ASK, Features.NONE));
        session.stop();
        session.reconsider();
        direct.clock.turn(Duration.ofHours(1));
        session.checkExpiry();
        session.onWritable();
        assertThat(stream.closed).isEmpty();
        assertThat(stream.sent).isEmpty();
    }

    @Test
    void helloWhileAnAnswerIsOutstandingIsAViolation() {
        stream.blocksQueued = DataStream.BLOCKS_LOW_WATER;
        want();
        session.onFrame(hello(Frame.Purpose.ASK, Features.NONE));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(next).isEmpty();
    }

    @Test
    void helloForAnythingElseThanToAskIsAViolation() {
        session.onFrame(hello(Frame.Purpose.STANDBY, Features.NONE));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(next).isEmpty();
    }

    @Test
    void secondHelloOfWhoDidNotAskForItIsAViolation() {
        ServeSession other = begun(Features.NONE);
        other.onFrame(hello(Frame.Purpose.ASK, Features.NEXT_SESSION));
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
        assertThat(next).isEmpty();
        other.onClosed(new MoverException(ErrorCode.CONNECTION_LOST, "cut by the test"));
    }

    @Test
    void sessionThatIsBeingEndedTakesNoNextOne() {
        session.stop();
        session.onFrame(hello(Frame.Purpose.ASK, Features.NONE));
        assertThat(next).isEmpty();
        assertThat(stream.closedWith()).isEqualTo(ErrorCode.GOING_AWAY);
    }
}
