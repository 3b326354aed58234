package org.bdm.core.serve;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.cache.Loan;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.RequestId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.DataStream;
import org.bdm.core.stream.MemoryStreams;
import org.bdm.core.stream.StreamListener;
import org.bdm.core.wire.Frame;
import org.bdm.core.wire.Frame.OfferedLimits;

/** A site that asks over one stream whatever a test wants it to ask, and keeps what it hears. */
final class AskingPeer implements StreamListener {
    static final NodeId NODE = new NodeId("c".repeat(64));

    final DataStream stream;
    final List<Frame> frames = new CopyOnWriteArrayList<>();
    final List<MoverException> closed = new CopyOnWriteArrayList<>();

    /** A stream that is open and has not greeted. */
    AskingPeer(MemoryStreams streams, CacheShare receiving) {
        stream = streams.connect(this)
                .toCompletableFuture()
                .orTimeout(10, SECONDS)
                .join();
        stream.receiveInto(receiving);
    }

    void hello(String site, long features, byte[] ticket) {
        stream.send(new Frame.Hello(
                1,
                1,
                features,
                new SiteName(site),
                NODE,
                3,
                Frame.Purpose.ASK,
                "session",
                new OfferedLimits(1 << 20, 256L << 20, 1000, 1000),
                Optional.of(ticket)));
    }

    AskingPeer greeted(String site) {
        hello(site, 0, ServingSite.TICKET);
        until(() -> has(Frame.Welcome.class));
        return this;
    }

    void status(int request) {
        stream.send(new Frame.Stat(new RequestId(request), "data", StorePath.ROOT));
    }

    void cancel(int request) {
        stream.send(new Frame.Cancel(List.of(new RequestId(request))));
    }

    void want(int request, StorePath path, FileVersion version) {
        Frame.WantItem item = new Frame.WantItem(
                new FileId(request), new Epoch(1), path, version, List.of(new ByteRange(0, version.size())), false);
        stream.send(new Frame.Want(new RequestId(request), "data", List.of(item)));
    }

    boolean has(Class<? extends Frame> type) {
        return count(type) > 0;
    }

    long count(Class<? extends Frame> type) {
        return frames.stream().filter(type::isInstance).count();
    }

    /** The error codes of requests that were refused. */
    List<ErrorCode> refusals() {
        return frames.stream()
                .filter(Frame.Failure.class::isInstance)
                .map(frame -> ((Frame.Failure) frame).code().orElseThrow())
                .toList();
    }

    static void until(BooleanSupplier condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(20, SECONDS)
                .until(condition::getAsBoolean);
    }

    @Override
    public void onFrame(Frame frame) {
        frames.add(frame);
    }

    @Override
    public void onPayload(Frame frame, Loan payload, int payloadLength) {
        frames.add(frame);
        payload.release();
    }

    @Override
    public void onWritable() {
        // Everything is sent at once.
    }

    @Override
    public void onClosed(MoverException reason) {
        closed.add(reason);
    }
}
