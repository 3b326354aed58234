package org.bdm.core.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.StreamId;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.jspecify.annotations.Nullable;

/** One end of a stream that goes nowhere: keeps what was sent and why it was closed. For one thread. */
final class FakeStream implements DataStream {
    final List<Frame> sent = new ArrayList<>();
    final List<byte[]> payloads = new ArrayList<>();
    final List<MoverException> closed = new ArrayList<>();
    Optional<NodeId> proven = Optional.empty();
    int blocksQueued;
    int framesQueued;
    boolean isAuthenticated;
    Dscp dscp = Dscp.DEFAULT;

    Consumer<Frame> beforeSend = frame -> {};

    @Nullable StreamListener listener;

    /** The only frame that was sent. */
    <T extends Frame> T only(Class<T> type) {
        if (sent.size() != 1) throw new AssertionError("sent was " + sent);
        return type.cast(sent.get(0));
    }

    /** Why it was closed; fails if it was not, or more than once. */
    ErrorCode closedWith() {
        if (closed.size() != 1) throw new AssertionError("closed was " + closed);
        return closed.get(0).code();
    }

    @Override
    public StreamId id() {
        return new StreamId(1);
    }

    @Override
    public PeerIdentity peer() {
        return new PeerIdentity(
                proven, new InetSocketAddress(InetAddress.getLoopbackAddress(), 8471), proven.isPresent());
    }

    @Override
    public void send(Frame frame) {
        beforeSend.accept(frame);
        sent.add(frame);
    }

    @Override
    public void send(Frame frame, Loan payload, int payloadLength) {
        beforeSend.accept(frame);
        sent.add(frame);
        ByteBuffer bytes = payload.payload(0, payloadLength);
        byte[] copy = new byte[payloadLength];
        bytes.get(copy);
        payloads.add(copy);
        payload.release();
    }

    @Override
    public int blocksQueued() {
        return blocksQueued;
    }

    @Override
    public int framesQueued() {
        return framesQueued;
    }

    @Override
    public long readableNanos() {
        return 0;
    }

    @Override
    public long silentNanos() {
        return 0;
    }

    @Override
    public void limitReceiveRate(long bytesPerSecondMax) {
        throw new AssertionError("the serving side receives nothing");
    }

    @Override
    public void authenticated() {
        isAuthenticated = true;
    }

    @Override
    public void receiveInto(BlockLender lender) {
        throw new AssertionError("the serving side receives nothing");
    }

    @Override
    public void receiveNothing() {
        throw new AssertionError("the serving side receives nothing");
    }

    @Override
    public void useDscp(Dscp next) {
        dscp = next;
    }

    @Override
    public void greetAgain() {
        isAuthenticated = false;
        dscp = Dscp.DEFAULT;
    }

    @Override
    public void listener(StreamListener next) {
        listener = next;
    }

    @Override
    public void pauseReading() {
        throw new AssertionError("the serving side never stops reading");
    }

    @Override
    public void resumeReading() {
        throw new AssertionError("the serving side never stops reading");
    }

    @Override
    public void close(MoverException reason) {
        closed.add(reason);
    }
}
