package org.bdm.core.stream;

import static org.awaitility.Awaitility.await;

import io.netty.handler.ssl.SslProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockLender;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.RequestId;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.wire.Frame;

/** A data port on loopback and what dials it. */
final class StreamPair implements AutoCloseable {
    static final StreamTiming QUICK = new StreamTiming(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(45),
            Duration.ofSeconds(1));
    static final NodeKey SERVER_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());
    static final NodeKey CLIENT_KEY = NodeKey.create(Clock.systemUTC(), new SecureRandom());

    final StreamLoops loops;
    final StreamAcceptor acceptor;
    final StreamConnector connector;
    final BlockingQueue<DataStream> accepted = new LinkedBlockingQueue<>();
    final RecordingListener acceptedListener = new RecordingListener();
    final List<MoverException> refusals = new CopyOnWriteArrayList<>();

    StreamPair(TransportKind transport, AcceptSettings settings, SslProvider provider) {
        loops = new StreamLoops(transport, 2);
        connector = new StreamConnector(loops, settings.timing(), provider);
        acceptor = get(StreamAcceptor.listen(
                loops,
                loopback(0),
                settings,
                new AcceptListener() {
                    @Override
                    public StreamListener onStream(DataStream stream) {
                        accepted.add(stream);
                        return acceptedListener;
                    }

                    @Override
                    public void onRefused(InetSocketAddress address, MoverException reason) {
                        refusals.add(reason);
                    }
                },
                provider));
    }

    static StreamPair plain(TransportKind transport) {
        return new StreamPair(transport, settings(true, QUICK), TlsContexts.bestProvider());
    }

    static AcceptSettings settings(boolean allowsPlain, StreamTiming timing) {
        return new AcceptSettings(Optional.of(serverTls()), allowsPlain, 64, 16, timing);
    }

    static StreamSecurity.Tls serverTls() {
        return new StreamSecurity.Tls(SERVER_KEY, CLIENT_KEY.node()::equals);
    }

    static StreamSecurity clientTls() {
        return StreamSecurity.tls(CLIENT_KEY, SERVER_KEY.node());
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    DataStream connect(StreamSecurity security, StreamListener listener) {
        return get(connector.connect(acceptor.address(), security, listener));
    }

    DataStream accepted() {
        try {
            DataStream stream = accepted.poll(5, TimeUnit.SECONDS);
            if (stream == null) throw new AssertionError("nothing was accepted; refused: " + refusals);
            return stream;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static <T> T get(java.util.concurrent.CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof MoverException known) throw known;
            throw new AssertionError(e);
        } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until everything that was asked of {@code stream} on this thread has been done: the loop does it in order. */
    static void settle(DataStream stream, RecordingListener atTheOtherEnd) {
        Frame settled = new Frame.Dial("settled", 1);
        stream.send(settled);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> atTheOtherEnd.frames.remove(settled));
    }

    /** Sends a block of random bytes, and returns their sum. */
    static int sendBlock(DataStream stream, BlockLender lender, int length, Random random, long offset) {
        Loan loan = lender.tryLend();
        if (loan == null) throw new AssertionError("no block is free");
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        loan.payload(0, length).put(bytes);
        int crc = RunningDigest.crc32c(ByteBuffer.wrap(bytes));
        BlockTag tag = new BlockTag(new FileId(7), new Epoch(1), new ByteRange(offset, length), crc);
        stream.send(new Frame.Block(new RequestId(1), tag), loan, length);
        return crc;
    }

    @Override
    public void close() {
        get(acceptor.close());
        loops.close();
    }
}
